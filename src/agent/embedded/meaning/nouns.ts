import { SUBJECT_WORDS } from '../wording/key-words.ts'
import {
  ASKING_WORDS,
  FUNCTION_WORDS,
  isMark,
  POLITE_WORDS,
  PRAISE_WORDS,
  PRODUCT_WORDS,
  RANKING_WORDS,
} from '../wording/word-classes.ts'
import { wordSet } from '../wording/words.ts'

const SUBJECTS = new Set(SUBJECT_WORDS)
const ORDINAL = /^\d+(?:st|nd|rd|th)$/

/** Whether a word is worth looking for. */
export function isContent(word: string): boolean {
  return !(
    isMark(word) ||
    ORDINAL.test(word) ||
    FUNCTION_WORDS.has(word) ||
    POLITE_WORDS.has(word) ||
    ASKING_WORDS.has(word) ||
    PRAISE_WORDS.has(word)
  )
}

/** Whether a word is one of those that products are known to be about. */
export function isSubject(word: string): boolean {
  return SUBJECTS.has(word) || (word.endsWith('s') && SUBJECTS.has(word.slice(0, -1)))
}

/** Whether a word says something, other than what stands beside every ranking. */
export function isTelling(word: string): boolean {
  return isContent(word) && !RANKING_WORDS.has(word) && !/^\d+$/.test(word)
}

/** A word for products in general, unless it says of what kind another noun is: "app store". */
export function isProductWord(words: readonly string[], at: number): boolean {
  const next = words[at + 1]
  return PRODUCT_WORDS.has(words[at] ?? '') && !(next && isTelling(next))
}

export function hasProductWord(words: readonly string[]): boolean {
  return words.some((word) => PRODUCT_WORDS.has(word))
}

const KINDS = wordSet(`
  generator builder editor tracker manager planner organizer organiser scheduler timer converter
  recorder reader writer scanner blocker cleaner finder checker player viewer downloader calculator
  dashboard widget extension plugin bot chatbot crm saas api sdk library template marketplace client
  maker translator reminder simulator optimizer analyzer summarizer detector monitor notebook
  keyboard browser wallet
`)

/** Whether a kind of product is named: "signature generator". */
export function hasKind(words: readonly string[]): boolean {
  return words.some((word) => KINDS.has(word) || KINDS.has(word.replace(/s$/, '')))
}

/** Words for products that are more often what a product is for: "monitor websites". */
const AMBIGUOUS = wordSet(`
  website websites site sites service services project projects post posts program programs company
  companies startup startups maker makers item items space field area sector industry domain release
  releases result results category
`)
const LINKS = wordSet('for to that which who where like with about in')

/** The words that are worth looking for. */
export function searchWords(words: readonly string[]): string {
  return words.filter((word, at) => isContent(word) && !isDropped(words, at)).join(' ')
}

export function isAmbiguous(word: string): boolean {
  return AMBIGUOUS.has(word)
}

function isDropped(words: readonly string[], at: number): boolean {
  if (!isProductWord(words, at)) return false
  return !isAmbiguous(words[at] ?? '') || LINKS.has(words[at + 1] ?? '')
}

/** Whether no word says more than that launches are to be ranked. */
export function isPlain(words: readonly string[]): boolean {
  return words.every((word) => !isContent(word) || PLAIN.some((known) => known.has(word)))
}

const PLAIN = [PRODUCT_WORDS, RANKING_WORDS]
