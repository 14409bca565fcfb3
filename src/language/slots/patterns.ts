import type { Token } from '../normalise/tokens.ts'

/** A part of a message, by the places of its tokens; `to` is exclusive. */
export interface Place {
  from: number
  to: number
}

/** A value found in a message. */
export interface Span<Value> extends Place {
  value: Value
}

/** The words that a match captured, by capture name. */
export type Captures = Readonly<Record<string, string | undefined>>

interface Match<Name> {
  name: Name
  captures: Captures
  /** Index of the first token, and of the one after the last. */
  from: number
  to: number
}

/** A group of a regular expression captures the word, or else a fixed value. */
interface Group {
  name: string
  value?: string
}

type Table = Readonly<Record<string, string>>

/** Before the first and after the last token: characters that no token has. */
const [START, END] = ['\u0002', '\u0003']

/**
 * @param patterns by name, their pieces separated by spaces: `a|b` is one of the words, `x?` may be
 * missing, `( … | … )` holds sequences, and `( … )?` may be missing. `<tag>` is a word with that tag,
 * captured under the name of the tag, or `<tag:name>` under another; `a|b:name` is captured too, and
 * `=name:value` captures a fixed value. `[ … ]` has to stand beside the match, before it if it is the
 * first piece, else after it; `!a|b` must not follow, `~a|b` must not stand before. `{name}` stands
 * for a text of `macros`.
 * @param tags the regular expressions of their words, separated by spaces; `{name}` is another tag
 */
export function createPatterns<Name extends string>(
  patterns: Readonly<Record<Name, readonly string[]>>,
  macros: Table,
  tags: Table,
) {
  const isName = (name: string): name is Name => name in patterns
  const forms = Object.keys(patterns)
    .filter(isName)
    .flatMap((name) =>
      patterns[name].map((form) => ({ name, ...compile(expandMacros(form, macros), tags) })),
    )
  return (tokens: readonly Token[]): Match<Name>[] => {
    const text = ` ${START} ${tokens.map((token) => `${token.text} `).join('')}${END} `
    const matches = forms.flatMap(({ name, regex, groups }) =>
      allMatches(regex, text).map((found) => {
        const [words, ...captured] = found
        const from = text.slice(0, found.index).split(' ').length - 2
        const to = from + words.split(' ').length - 1
        return { name, captures: capturesOf(captured, groups), from, to }
      }),
    )
    return matches.sort((a, b) => a.from - b.from)
  }
}

/** Replaces each `{name}` by the text of that macro, which may use other macros. */
function expandMacros(text: string, macros: Table): string {
  return text.replace(/\{([a-z]+)\}/g, (_, name: string) =>
    expandMacros(macros[name] ?? '', macros),
  )
}

/** Including those that overlap. */
function allMatches(regex: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  regex.lastIndex = 0
  for (let found = regex.exec(text); found; found = regex.exec(text)) {
    matches.push(found)
    regex.lastIndex = found.index + 1
  }
  return matches
}

/** If a name is captured twice, the later one counts. */
function capturesOf(captured: readonly (string | undefined)[], groups: readonly Group[]): Captures {
  const captures = groups.flatMap(({ name, value }, at) => {
    const word = captured[at]
    return word === undefined ? [] : [[name, value ?? word]]
  })
  return Object.fromEntries(captures)
}

/**
 * The values of the longest of overlapping matches, of equal ones the first, in order of position.
 * @param taken by token, whether another slot has claimed it
 * @param meaningOf null if a match stands for nothing, undefined if it is none
 */
export function longest<Name, Value>(
  matches: readonly Match<Name>[],
  taken: readonly boolean[],
  meaningOf: (match: Match<Name>) => Value | null | undefined,
): Span<Value>[] {
  const claimed = [...taken]
  const byLength = matches.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  const found = byLength.flatMap((match) => {
    const { from, to } = match
    const value = claimed.slice(from, to).includes(true) ? undefined : meaningOf(match)
    if (value === undefined) return []
    claimed.fill(true, from, to)
    return value === null ? [] : [{ from, to, value }]
  })
  return found.sort((a, b) => a.from - b.from)
}

const MARKS: Table = { '(': '(?:', '|': '|', ')': ')', ')?': ')?', '[': '(?=', ']': ')' }

function compile(form: string, tags: Table) {
  const groups: Group[] = []
  const sources = form
    .trim()
    .split(/\s+/)
    .map((piece) => sourceOf(piece, tags, groups))
  // Context at the start of a form stands before the match.
  const source = sources.join('').replace(/^\(\?=/, '(?<=')
  return { regex: new RegExp(source, 'g'), groups }
}

function sourceOf(piece: string, tags: Table, groups: Group[]): string {
  const [, name = '', value = ''] = /^=(\w+):(.+)$/.exec(piece) ?? []
  if (name) {
    groups.push({ name, value })
    return '()'
  }
  const word = (text: string) => wordOf(text, tags, groups)
  if (piece.startsWith('!')) return `(?!${word(piece.slice(1))})`
  if (piece.startsWith('~')) return `(?<!${word(piece.slice(1))})`
  if (/^[^)].*\?$/.test(piece)) return `(?:${word(piece.slice(0, -1))})?`
  return MARKS[piece] ?? word(piece)
}

function wordOf(text: string, tags: Table, groups: Group[]): string {
  const [choices = '', capture] = text.split(/:(?=\w+$)/)
  if (capture) groups.push({ name: capture })
  const words = choices.split('|').map((choice) => {
    const [, tag = '', name = tag] = /^<(\w+)(?::(\w+))?>$/.exec(choice) ?? []
    if (!tag) return choice.replace(/[.?+$()]/g, '\\$&')
    groups.push({ name })
    return `(${expandMacros(tags[tag] ?? '', tags).replaceAll(' ', '|')})`
  })
  return ` (${capture ? '' : '?:'}${words.join('|')})(?= )`
}
