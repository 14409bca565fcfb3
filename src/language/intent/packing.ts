/**
 * Compact text encodings. A word list is front-coded: each word is stored without the prefix that
 * it shares with the previous one. A word set keeps only sorted hashes, as differences.
 */

/** The length of a shared prefix is a single digit. */
const MAX_COMMON = 9

export function packWords(words: readonly string[]): string {
  const sorted = [...words].sort()
  return sorted
    .map((word, at) => {
      const previous = sorted[at - 1] ?? ''
      let common = 0
      while (common < MAX_COMMON && common < word.length && word[common] === previous[common]) {
        common += 1
      }
      return `${common}${word.slice(common)}`
    })
    .join('')
}

export function unpackWords(text: string): string[] {
  let previous = ''
  return Array.from(text.matchAll(/(\d)([a-z]*)/g), ([, common, rest = '']) => {
    previous = previous.slice(0, Number(common)) + rest
    return previous
  })
}

/** In hashes a word: one in that many other words is a false positive. */
const SPARSITY = 128
/** A difference is written as characters from this one on; `MAX_STEP` continues in the next one. */
const FIRST_CODE = '('.charCodeAt(0)
const MAX_STEP = 'z'.charCodeAt(0) - FIRST_CODE
/** JSON escapes a backslash to two characters, so an apostrophe replaces it. */
const ESCAPED = '\\'.charCodeAt(0)

/** Packs a word set into hashes, with few false positives. */
export function packSet(words: ReadonlySet<string>): string {
  const range = words.size * SPARSITY
  const hashes = new Set(Array.from(words, (word) => hashOf(word) % range))
  let last = 0
  const steps = [...hashes]
    .sort((a, b) => a - b)
    .map((hash) => {
      const difference = hash - last
      last = hash
      const fullSteps = encodeStep(MAX_STEP).repeat(Math.floor(difference / MAX_STEP))
      return fullSteps + encodeStep(difference % MAX_STEP)
    })
  return `${range} ${steps.join('')}`
}

export function unpackSet(text: string): (word: string) => boolean {
  const [size = '', steps = ''] = text.split(' ')
  const range = Number(size)
  const hashes = new Set<number>()
  let hash = 0
  for (let at = 0; at < steps.length; at += 1) {
    const code = steps.charCodeAt(at)
    const step = (code < FIRST_CODE ? ESCAPED : code) - FIRST_CODE
    hash += step
    if (step < MAX_STEP) hashes.add(hash)
  }
  return (word) => range > 0 && hashes.has(hashOf(word) % range)
}

function encodeStep(step: number): string {
  const code = FIRST_CODE + step
  return code === ESCAPED ? "'" : String.fromCharCode(code)
}

/** Answers to texts, of which only keys are kept. */
export interface PackedAnswers {
  /** Keys are below this. */
  range: number
  /** By answer, the keys of its texts, one after the other. */
  keys: Readonly<Record<string, string>>
}

const KEY_LENGTH = 5
const EACH_KEY = new RegExp(`.{${KEY_LENGTH}}`, 'g')
const KEY_RANGES = Array.from({ length: 16 }, (_, at) => 36 ** KEY_LENGTH - at)

/**
 * Packs the answers to texts.
 *
 * @param others texts without an answer, none of which gets a key that is taken, if possible
 */
export function packAnswers(
  answers: ReadonlyMap<string, string>,
  others: readonly string[],
): PackedAnswers {
  const isFree = (range: number) => {
    const taken = new Set(Array.from(answers.keys(), (text) => keyOf(text, range)))
    return !others.some((text) => taken.has(keyOf(text, range)))
  }
  const range = KEY_RANGES.find(isFree) ?? 36 ** KEY_LENGTH
  const keys: Record<string, string> = {}
  for (const [text, answer] of [...answers].sort()) {
    keys[answer] = `${keys[answer] ?? ''}${keyOf(text, range)}`
  }
  return { range, keys }
}

export function unpackAnswers({
  range,
  keys,
}: PackedAnswers): (text: string) => string | undefined {
  const answers = new Map(
    Object.entries(keys).flatMap(([answer, packed]) =>
      (packed.match(EACH_KEY) ?? []).map((key): [string, string] => [key, answer]),
    ),
  )
  return (text) => answers.get(keyOf(text, range))
}

function keyOf(text: string, range: number): string {
  return (hashOf(text) % range).toString(36).padStart(KEY_LENGTH, '0')
}

/** 32-bit FNV-1a over UTF-16 code units, with the high bits folded in. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
