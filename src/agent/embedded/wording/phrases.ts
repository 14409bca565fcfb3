/**
 * Phrases as one pattern, written for people. A line is a phrase; between spaces stand
 *
 *     a|b     one of these, `_` being a space
 *     [a|b]   one of these or nothing
 *     {a|b}   any number of these
 *     *       any word
 *     ...     up to four words
 *     ^  $    the start and the end of the text
 */
export function phrases(lines: string, flags = ''): RegExp {
  return new RegExp(phrasesSource(lines), flags)
}

/** The same, to be put into a greater pattern. */
export function phrasesSource(lines: string): string {
  const sources = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(source)
  return `(?<!\\w)(?:${sources.join('|')})(?!\\w)`
}

function source(line: string): string {
  let written = ''
  let isStarted = false
  for (const token of line.split(/\s+/)) {
    written += isStarted ? after(token) : before(token)
    isStarted ||= !/^(?:\^|[[{].*)$/.test(token)
  }
  return written
}

/** A token at the start, where what may be missing takes its space along. */
function before(token: string): string {
  const { choice, kind } = parse(token)
  if (kind === 'end') return token
  if (kind === 'maybe') return `(?:${choice} )?`
  return kind === 'many' ? `(?:${choice} )*` : choice
}

function after(token: string): string {
  const { choice, kind } = parse(token)
  if (kind === 'end') return token
  if (kind === 'few') return '(?: \\S+){0,4}?'
  if (kind === 'maybe') return `(?: ${choice})?`
  return kind === 'many' ? `(?: ${choice})*` : ` ${choice}`
}

function parse(token: string) {
  if (token === '^' || token === '$') return { kind: 'end', choice: '' } as const
  if (token === '...') return { kind: 'few', choice: '' } as const
  if (token.startsWith('[')) return { kind: 'maybe', choice: choiceOf(token.slice(1, -1)) } as const
  if (token.startsWith('{')) return { kind: 'many', choice: choiceOf(token.slice(1, -1)) } as const
  return { kind: 'one', choice: choiceOf(token) } as const
}

/** Nothing is captured, so that a pattern can split a text. */
const GROUP = /(?<!\\)\((?!\?)/g

function choiceOf(words: string): string {
  return words === '*' ? '\\S+' : `(?:${words.replaceAll('_', ' ').replace(GROUP, '(?:')})`
}
