import { KEY_WORDS, SUBJECT_WORDS } from './key-words.ts'
import { isSlip } from './slip.ts'
import { TRUE_WORDS } from './true-words.ts'
import {
  ASKING_WORDS,
  FUNCTION_WORDS,
  POLITE_WORDS,
  PRAISE_WORDS,
  PRODUCT_WORDS,
  RANKING_WORDS,
} from './word-classes.ts'

const LEAST_LETTERS = 4
const LEAST_SUBJECT_LETTERS = 6

/** The word that was meant, where what was typed is none but comes close to one. */
export function corrected(typed: string): string | undefined {
  if (typed.length < LEAST_LETTERS || !/^[a-z]+$/.test(typed)) return undefined
  const { known, byLetter } = vocabulary()
  if (known.has(typed)) return undefined
  const word = byLetter.get(typed.charAt(0))?.find((candidate) => isMeant(typed, candidate))
  if (word) return isForm(typed, word) ? undefined : word
  // "Todyas": the ending of an owner, without its apostrophe.
  return typed.endsWith('s') ? corrected(typed.slice(0, -1)) : undefined
}

function isMeant(typed: string, word: string): boolean {
  const sameStart = typed[0] === word[0] || (typed[0] === word[1] && typed[1] === word[0])
  return sameStart && (isForm(typed, word) || isSlip(typed, word) || typed === withoutVowels(word))
}

/** Another form of the word is no slip: "budgeted" stays, but "launchs" does not. */
function isForm(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed]
  if (!long.startsWith(short)) return false
  const ending = long.slice(short.length)
  if (ending === 's') return !/(?:s|x|z|ch|sh)$/.test(short)
  if (ending === 'd' || ending === 'r') return long === typed && short.endsWith('e')
  return /^(?:es|ed|er|ly|ing)$/.test(ending)
}

function withoutVowels(word: string): string {
  return word.charAt(0) + word.slice(1).replace(/[aeiou]/g, '')
}

interface Vocabulary {
  known: ReadonlySet<string>
  /** By their first and second letters, since these are what slips swap. */
  byLetter: ReadonlyMap<string, readonly string[]>
}

let made: Vocabulary | undefined

/** Made when first asked for. */
function vocabulary(): Vocabulary {
  made ??= createVocabulary()
  return made
}

function createVocabulary(): Vocabulary {
  const others = [FUNCTION_WORDS, ASKING_WORDS, PRAISE_WORDS, PRODUCT_WORDS, RANKING_WORDS]
  const targets = new Set([
    ...[...KEY_WORDS, ...others.flatMap((set) => [...set])].filter(isLong(LEAST_LETTERS)),
    ...SUBJECT_WORDS.filter(isLong(LEAST_SUBJECT_LETTERS)),
  ])
  const byLetter = new Map<string, string[]>()
  for (const word of targets) {
    for (const letter of new Set(word.slice(0, 2))) {
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), word])
    }
  }
  return {
    known: new Set([...targets, ...SUBJECT_WORDS, ...TRUE_WORDS, ...POLITE_WORDS]),
    byLetter,
  }
}

function isLong(letters: number) {
  return (word: string) => word.length >= letters
}
