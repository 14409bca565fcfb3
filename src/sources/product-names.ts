import { isNearMiss } from '../core/near-miss.ts'
import { fold, searchStems } from './search-words.ts'

/** How the signs of a name are spoken. */
const SPOKEN: Readonly<Record<string, string>> = {
  '+': 'plus',
  '#': 'sharp',
  '&': 'and',
  '.': 'dot',
}

/** Another letter in a shorter name makes another name of it. */
const MIN_TYPO_LENGTH = 4

/** The lists of names in which one begins with some letters: a name of one word, others, a later word. */
const BEGINNINGS = ['one', 'first', 'later'] as const

const MAX_BEGINNING = 2

/** The names of products, by which their ranks are found. */
export function productNames() {
  const ranks = new Map<string, number[]>()
  const byEnd = new Map<string, string[]>()
  const byBeginning = new Map<string, number[]>()
  const ranksOf = (key: string) => ranks.get(key) ?? []

  return {
    add(rank: number, name: string) {
      const stems = searchStems(name)
      const keys = keysOf(name, stems)
      const { letters } = keys
      if (!ranks.has(letters)) for (const end of endsOf(letters)) add(byEnd, end, letters)
      for (const key of Object.values(keys)) add(ranks, key, rank)
      for (const [at, word] of stems.entries()) {
        const list = BEGINNINGS[at > 0 ? 2 : Number(stems.length > 1)]
        for (let length = 1; length <= MAX_BEGINNING; length += 1) {
          add(byBeginning, `${list} ${word.slice(0, length)}`, rank)
        }
      }
    },

    find(name: string) {
      const { written, spoken, letters, words } = keysOf(name, searchStems(name))
      return {
        /** As it is written, in any case; then "GitHub" for "git hub", and "C#" for "c sharp". */
        named: [written, spoken, letters].filter(Boolean).map(ranksOf),
        /** Of the same words, but for endings and stop words. */
        alike: ranksOf(words),
        /** With one typo; those first that begin as it is written. */
        misspelt() {
          const near = endsOf(letters)
            .flatMap((end) => byEnd.get(end) ?? [])
            .filter((other) => isTypo(letters, other))
          const begun = near.filter((other) => other.startsWith(letters))
          return [...begun, ...near].map(ranksOf)
        },
      }
    },

    /** The names in which a word begins with a letter or two. */
    begun: (letters: string) =>
      BEGINNINGS.map((list) => byBeginning.get(`${list} ${letters}`) ?? []),
  }
}

/** What a name is compared by. */
function keysOf(name: string, stems: readonly string[]) {
  const folded = fold(name)
  return {
    written: `=${name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`,
    spoken: lettersOf(folded.replace(/[+#&.]/g, (sign) => SPOKEN[sign] ?? '')),
    letters: lettersOf(folded),
    words: ` ${stems.join(' ')}`,
  }
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

/** One of them is left by a typo. */
function endsOf(letters: string): string[] {
  return [`^${letters.charAt(0)}`, `${letters.charAt(letters.length - 1)}$`]
}

function isTypo(one: string, other: string): boolean {
  // Most differ in length, which costs less to see.
  const isNear = Math.abs(one.length - other.length) < 2 && isNearMiss(one, other)
  return isNear && keptOf(one) === keptOf(other)
}

/** What a typo leaves as it is: the digits, and of a short name all letters, in any order. */
function keptOf(letters: string): string {
  if (letters.length < MIN_TYPO_LENGTH) return Array.from(letters).sort().join('')
  return letters.replace(/\P{N}+/gu, ' ')
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) {
  const list = lists.get(key)
  if (!list) lists.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}
