import data from '../../../data/language/phrases.json' with { type: 'json' }

const { parts, ...tables } = data
type Tables = typeof tables

/** A pattern with parts by their names, as in `who {is} above`; a later part may have earlier ones. */
export function pattern(source: string): RegExp {
  const all = Object.entries(parts).reverse()
  return new RegExp(all.reduce((text, [name, part]) => text.replaceAll(`{${name}}`, part), source))
}

const compiled = (rows: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rows).map(([name, source]) => [name, pattern(source)]))

/** The patterns of each table, by what they stand for. */
export const phrases = Object.fromEntries(
  Object.entries(tables).map(([name, rows]) => [name, compiled(rows)]),
) as { [Table in keyof Tables]: Record<keyof Tables[Table], RegExp> }

/** What the first pattern of a table that a text has stands for. */
export function phraseIn<Table extends keyof Tables>(table: Table, text: string) {
  const found = Object.entries<RegExp>(phrases[table]).find(([, asked]) => asked.test(text))
  return found?.[0] as keyof Tables[Table] | undefined
}
