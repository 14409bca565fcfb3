/** Angles that can be told apart, without the red of errors. */
const HUES = [45, 85, 130, 165, 200, 245, 290, 335]

/** One of eight hues, the same for a name everywhere. Sets `--hue` for `tint-soft` and `tint-solid`. */
export function hueOf(name: string): Record<'--hue', number> {
  let hash = 0x811c9dc5
  for (const letter of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return { '--hue': HUES[(mixed >>> 12) % HUES.length] ?? 0 }
}
