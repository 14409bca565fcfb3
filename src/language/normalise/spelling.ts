/**
 * Puts typos right: a word that nobody knows becomes the known word that is the fewest slips of the
 * fingers away. A word of an English dictionary is never changed: those that come close to a known
 * word are listed in the model, as hashes.
 */
export interface Spelling {
  isKnown(word: string): boolean
  correct(word: string): string | undefined
}

const MIN_LETTERS = 3
const TWO_SLIPS = 7
/** Shorter words are corrected to common ones only. */
const MIN_RARE = 5
const DIFFERENCES = [0, 1, -1, 2, -2]

interface Entry {
  word: string
  letters: number
  /** Common words are meant more often: a rare one has to come closer. */
  isCommon: boolean
}

/** @param known known words, the commonest first */
export function createSpelling(
  known: ReadonlySet<string>,
  common: ReadonlySet<string>,
  isProtected: (word: string) => boolean,
) {
  const byLength = new Map<number, Entry[]>()
  for (const word of known) {
    if (word.length < MIN_LETTERS + 1 || !/^[a-z]+$/.test(word)) continue
    const entries = byLength.get(word.length) ?? []
    entries.push({ word, letters: lettersOf(word), isCommon: common.has(word) })
    byLength.set(word.length, entries)
  }

  /** Words of about the same length that share about the same letters. */
  function* candidates(typed: string, max: number) {
    const letters = lettersOf(typed)
    for (const difference of DIFFERENCES.filter((by) => Math.abs(by) <= max)) {
      for (const entry of byLength.get(typed.length + difference) ?? []) {
        if (bitsIn(letters ^ entry.letters) <= 2 * max) yield entry
      }
    }
  }

  function nearest(typed: string): string | undefined {
    const max = typed.length >= TWO_SLIPS ? 2 : 1
    let best: string | undefined
    let least = max + 1
    for (const { word, isCommon } of candidates(typed, max)) {
      if (!isCommon && typed.length < MIN_RARE) continue
      const most = isCommon ? max : 1
      const slips = cost(typed, word, most)
      if (slips <= most && slips < least) [best, least] = [word, slips]
    }
    return best
  }

  return {
    isKnown: (word: string) => known.has(word),
    nearest,
    correct(word: string) {
      if (word.length < MIN_LETTERS || !/^[a-z]+$/.test(word)) return undefined
      if (known.has(word) || isProtected(word)) return undefined
      const isForm =
        known.has(`${word}s`) || (/(?:s|es|ed|er|ing|ly)$/.test(word) && known.has(stem(word)))
      return isForm ? undefined : nearest(word)
    },
  }
}

function stem(word: string): string {
  return word.replace(/(?:s|ed|ing|ly)$/, '')
}

/** Slips of the fingers between two words; a likely one costs less than a whole slip. */
function cost(typed: string, word: string, max: number): number {
  const slips = distance(typed, word, max)
  if (slips > max) return slips
  const sameStart = typed[0] === word[0]
  const isTwice = slips > 1
  if (isTwice && (!sameStart || typed.length > word.length + 1)) return max + 1
  if (typed.length === MIN_LETTERS && (!sameStart || typed.length === word.length)) {
    return isSwap(typed, word) ? 1 : max + 1
  }
  const likely = isSwap(typed, word) || typed.length !== word.length ? 0.25 : 0
  return slips - likely + (sameStart ? 0 : 0.2)
}

function isSwap(typed: string, word: string): boolean {
  return typed.length === word.length && lettersOf(typed) === lettersOf(word)
}

/** The optimal string alignment distance, or more than `max`. */
export function distance(a: string, b: string, max: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = nextRow(a, b, i, last, beforeLast)
    if (Math.min(...row) > max) return max + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? max + 1
}

function nextRow(a: string, b: string, i: number, last: number[], beforeLast: number[]) {
  const row = [i]
  for (let j = 1; j <= b.length; j += 1) {
    const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : replaced
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped))
  }
  return row
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}

function bitsIn(number: number): number {
  let count = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1
  return count
}
