import { LRUCache } from 'lru-cache'

/**
 * Corrects typos: an unknown word is replaced by the known word at the lowest edit cost. Words of
 * an English dictionary are never changed: the model has hashes of those close to a known word.
 */
export interface Spelling {
  isKnown(word: string): boolean
  /** Known, or in the dictionary and close to a known word. */
  isWord(word: string): boolean
  correct(word: string): string | undefined
}

/** Corrects nothing. */
export const NO_SPELLING: Spelling = {
  isKnown: () => true,
  isWord: () => true,
  correct: () => undefined,
}

/** Takes more words for known. */
export function withNames(spelling: Spelling, names: ReadonlySet<string>): Spelling {
  return {
    isKnown: (word) => names.has(word) || spelling.isKnown(word),
    isWord: (word) => names.has(word) || spelling.isWord(word),
    correct: spelling.correct,
  }
}

const MAX_CACHED = 5_000

const MIN_LETTERS = 3
/** Shorter words may differ by one edit only. */
const MIN_LETTERS_TWO_EDITS = 7
/** Shorter words are corrected to common words only. */
const MIN_LETTERS_RARE = 5
/** Of length, between a candidate and the typed word, in the order in which they are tried. */
const LENGTH_DIFFERENCES = [0, 1, -1, 2, -2]

interface Entry {
  word: string
  /** Bitmask of the letters a-z. */
  letters: number
  isCommon: boolean
  maxEdits: number
}

/** What typos are corrected to. */
interface KnownWords {
  /** The most common ones first: the first of equally close candidates wins. */
  known: ReadonlySet<string>
  common: ReadonlySet<string>
  /** May have two typos. Others with so many are too close to words that are not known. */
  decisive: ReadonlySet<string>
}

export function createSpelling(
  { known, common, decisive }: KnownWords,
  isProtected: (word: string) => boolean,
) {
  const byLength = new Map<number, Entry[]>()
  for (const word of known) {
    if (word.length < MIN_LETTERS + 1 || !/^[a-z]+$/.test(word)) continue
    const entries = byLength.get(word.length) ?? []
    const maxEdits = decisive.has(word) ? 2 : 1
    entries.push({ word, letters: lettersOf(word), isCommon: common.has(word), maxEdits })
    byLength.set(word.length, entries)
  }

  /** Words that recur, as a message may be read several times; an empty string is no correction. */
  const corrections = new LRUCache<string, string, { typed: string; edits: number }>({
    max: MAX_CACHED,
    memoMethod: (_key, _stale, { context }) => nearest(context.typed, context.edits) ?? '',
  })

  /** Words of similar length with mostly the same letters. */
  function* candidates(typed: string, max: number) {
    const letters = lettersOf(typed)
    for (const difference of LENGTH_DIFFERENCES.filter((by) => Math.abs(by) <= max)) {
      for (const entry of byLength.get(typed.length + difference) ?? []) {
        if (countBits(letters ^ entry.letters) <= 2 * max) yield entry
      }
    }
  }

  function nearest(typed: string, max: number): string | undefined {
    let best: string | undefined
    let lowestCost = max + 1
    for (const { word, isCommon, maxEdits } of candidates(typed, max)) {
      if (!isCommon && typed.length < MIN_LETTERS_RARE) continue
      const maxCost = Math.min(max, maxEdits)
      const cost = editCost(typed, word, maxCost)
      if (cost <= maxCost && cost < lowestCost) [best, lowestCost] = [word, cost]
    }
    return best
  }

  function cachedNearest(typed: string): string | undefined {
    const edits = typed.length >= MIN_LETTERS_TWO_EDITS ? 2 : 1
    return corrections.memo(`${edits}${typed}`, { context: { typed, edits } }) || undefined
  }

  return {
    isKnown: (word: string) => known.has(word),
    isWord: (word: string) => known.has(word) || isProtected(word),
    correct(word: string) {
      if (word.length < MIN_LETTERS || !/^[a-z]+$/.test(word)) return undefined
      if (known.has(word) || isProtected(word)) return undefined
      const isInflected =
        known.has(`${word}s`) || (/(?:s|es|ed|er|ing|ly)$/.test(word) && known.has(stem(word)))
      return isInflected ? undefined : cachedNearest(word)
    },
  }
}

function stem(word: string): string {
  return word.replace(/(?:s|ed|ing|ly)$/, '')
}

/** Edit distance, with a discount for frequent typos; more than `max` if too far. */
function editCost(typed: string, word: string, max: number): number {
  const edits = distance(typed, word, max)
  if (edits > max) return edits
  if (edits > 1 && (typed[0] !== word[0] || typed.length > word.length + 1)) return max + 1
  const isSwapped = isSwap(typed, word)
  const discount = isSwapped || typed.length !== word.length ? 0.25 : 0
  return edits - discount - (isSwapped || typed[0] === word[0] ? 0.1 : 0)
}

/** Same letters and length: almost always two swapped letters. */
export function isSwap(typed: string, word: string): boolean {
  return typed.length === word.length && lettersOf(typed) === lettersOf(word)
}

/** Whether two letters were swapped, or one was left out or added. */
export function isSlip(typed: string, word: string): boolean {
  const isLonger = typed.length !== word.length
  return (isLonger || isSwap(typed, word)) && distance(typed, word, 1) <= 1
}

/** Optimal string alignment distance, or `max + 1` if it is more than `max`. */
export function distance(a: string, b: string, max: number): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const cost = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? cost(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, replaced, swapped))
    }
    if (Math.min(...row) > max) return max + 1
  }
  return cost(a.length, b.length)
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}

function countBits(number: number): number {
  let count = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1
  return count
}
