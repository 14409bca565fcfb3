/**
 * Words as texts that compress well: each without the letters that it has in common with the one
 * before, or only a hash of each, as its distance from the one before.
 */

const MAX_COMMON = 9

export function packWords(words: readonly string[]): string {
  const sorted = [...words].sort()
  return sorted
    .map((word, at) => {
      const before = sorted[at - 1] ?? ''
      let common = 0
      while (common < MAX_COMMON && common < word.length && word[common] === before[common]) {
        common += 1
      }
      return `${common}${word.slice(common)}`
    })
    .join('')
}

export function unpackWords(text: string): string[] {
  let before = ''
  return Array.from(text.matchAll(/(\d)([a-z]*)/g), ([, common, rest = '']) => {
    before = before.slice(0, Number(common)) + rest
    return before
  })
}

/** How many hashes there could be for each there is: one other word in so many is taken for it. */
const SPARSITIES = Array.from({ length: 16 }, (_, at) => 32 + at)
/** A distance is written in characters from this one on; the last of them says that it goes on. */
const FIRST = '('.charCodeAt(0)
const MAX_STEP = 'z'.charCodeAt(0) - FIRST
/** JSON would write two characters for it: an apostrophe stands in its place. */
const ESCAPED = '\\'.charCodeAt(0)

/**
 * A set of words, of which only hashes are kept.
 *
 * @param others words that should not seem to be in it, as far as can be
 */
export function packSet(words: ReadonlySet<string>, others: readonly string[]): string {
  const sets = SPARSITIES.map((sparsity) => {
    const range = words.size * sparsity
    const hashes = new Set(Array.from(words, (word) => hashOf(word) % range))
    return { range, hashes, mistaken: others.filter((word) => hashes.has(hashOf(word) % range)) }
  })
  const best = sets.reduce((a, b) => (b.mistaken.length < a.mistaken.length ? b : a))
  const hashes = [...best.hashes].sort((a, b) => a - b)
  const steps = hashes.map((hash, at) => {
    const distance = hash - (hashes[at - 1] ?? 0)
    const whole = Math.floor(distance / MAX_STEP)
    return character(MAX_STEP).repeat(whole) + character(distance % MAX_STEP)
  })
  return `${best.range} ${steps.join('')}`
}

export function unpackSet(text: string): (word: string) => boolean {
  const [first = '', steps = ''] = text.split(' ')
  const range = Number(first)
  const hashes = new Set<number>()
  let hash = 0
  for (let at = 0; at < steps.length; at += 1) {
    const code = steps.charCodeAt(at)
    const step = (code < FIRST ? ESCAPED : code) - FIRST
    hash += step
    if (step < MAX_STEP) hashes.add(hash)
  }
  return (word) => range > 0 && hashes.has(hashOf(word) % range)
}

function character(step: number): string {
  return FIRST + step === ESCAPED ? "'" : String.fromCharCode(FIRST + step)
}

/** FNV-1a, which is good enough to spread short texts. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
