// How what has a name is pictured where it has no picture of its own: letters on a hue.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Two letters, whatever the script: of two words, else of the first one. Never a letter beside a digit. */
export function lettersOf(name: string): string {
  const words = name.slice(0, 80).match(/\p{L}[\p{L}\p{M}]*/gu) ??
    name.match(/\p{N}+/gu) ?? [name.trim()]
  const [first = '?', second] = words
  const initial = graphemes(first)[0]?.toUpperCase() ?? '?'
  const next = second === undefined ? graphemes(first)[1] : graphemes(second)[0]?.toUpperCase()
  return initial + (next ?? '')
}

function graphemes(word: string): string[] {
  return Array.from(segmenter.segment(word.slice(0, 40)), ({ segment }) => segment)
}

/** Distinguishable hues, without the red of errors. */
const HUES = [45, 85, 130, 165, 200, 245, 290, 335]

/** One of eight hues, the same for a name everywhere: an angle. */
export function hueAngleOf(name: string): number {
  return HUES[(nameHash(name) >>> 12) % HUES.length] ?? 0
}

/** Sets `--hue`, for what is tinted. */
export function hueOf(name: string): Record<'--hue', number> {
  return { '--hue': hueAngleOf(name) }
}

export function nameHash(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
