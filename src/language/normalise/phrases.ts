import phrases from '../../../data/language/phrases.json' with { type: 'json' }

const { parts, ...tables } = phrases
type Tables = typeof tables

/** A pattern with parts by their names, as in `who {is} above`; a later part may have earlier ones. */
export function pattern(source: string): RegExp {
  const all = Object.entries(parts).reverse()
  return new RegExp(all.reduce((text, [name, part]) => text.replaceAll(`{${name}}`, part), source))
}

const PATTERNS = Object.entries(tables).flatMap(([table, rows]) =>
  Object.entries(rows).map(([name, source]) => ({ table, name, asked: pattern(source) })),
)

/** What the first pattern of a table that a text has stands for. */
export function phraseIn<Table extends keyof Tables>(table: Table, text: string) {
  const found = PATTERNS.find((one) => one.table === table && one.asked.test(text))
  return found?.name as keyof Tables[Table] | undefined
}
