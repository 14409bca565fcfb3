import { escapedCharacter } from './json.ts'

/**
 * Control characters, line separators, bidirectional overrides and isolates: they affect the text
 * around them. Joiners and tag characters do not: they are part of emoji and of words.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u206F]/gu
/** In the log also the marks that turn the direction of what follows them. */
const UNLOGGED = new RegExp(`${UNPRINTABLE.source}|\\p{Bidi_Control}`, 'gu')
const RUNS = new RegExp(`${UNPRINTABLE.source}+`, 'gu')

/** True of nearly every log line, and the fastest test. */
const PRINTABLE_ASCII = /^[ -~]*$/

/** Text from outside on one line, without characters that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(RUNS, ' ').trim()
}

/** The same for text of several lines, or for a piece of a text: its spaces and line breaks stay. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : ' '))
}

/** Text from outside, shortened and made safe to be quoted in a message of ours. */
export function excerpt(text: string, maxCharacters: number): string {
  const isLong = text.length > maxCharacters
  const quoted = isLong ? `${text.slice(0, maxCharacters)}…` : text
  return quoted.toWellFormed().replace(UNPRINTABLE, '\uFFFD')
}

/** The same JSON with everything escaped that a terminal or a log viewer would act on. */
export function escapeUnprintable(json: string): string {
  return PRINTABLE_ASCII.test(json) ? json : json.replace(UNLOGGED, escapedCharacter)
}
