/** Controls, bidirectional overrides, line separators: what changes how the text around it reads. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const RUNS = new RegExp(`${UNPRINTABLE.source}+`, 'gu')

/** Nearly every line of a log, and the fastest way to tell. */
const PLAIN = /^[ -~]*$/

/** Somebody else's words on one line, and with nothing in them that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(RUNS, ' ').trim()
}

/** As much of somebody else's words as a message of ours may quote. */
export function excerpt(text: string, maxCharacters: number): string {
  const isLong = text.length > maxCharacters
  const quoted = isLong ? `${text.slice(0, maxCharacters)}…` : text
  return quoted.toWellFormed().replace(UNPRINTABLE, '\uFFFD')
}

/** The same JSON, in which escapes stand for all that a terminal or a viewer would obey. */
export function escapeUnprintable(json: string): string {
  return PLAIN.test(json) ? json : json.replace(UNPRINTABLE, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
