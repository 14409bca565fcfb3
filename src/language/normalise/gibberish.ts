import type { Spelling } from './spelling.ts'
import type { Utterance } from './utterance.ts'

/** Consonant runs that no English word has, and keys next to each other: "qwrtp", "asdf". */
const TYPED_BLINDLY =
  /[bcdfghjklmnpqrstvwxz]{5}|[jqv][bcdfgjkmpqtvxz]|x[dgjkmqvxz]|asd|sdf|dfg|fgh|ghj|hjk|jkl|lkj|kjh|jhg|hgf|gfd|fds|dsa|qwe|ewq|zxc|xcv|cvb|vbn/
/** Also abbreviations, such as "rss". */
const WITHOUT_VOWEL = /^[bcdfghjklmnpqrstvwxz]{3,}$/

/** Whether a string is probably not a word. */
export function isGibberish(word: string): boolean {
  return TYPED_BLINDLY.test(word) || (word.length > 3 && WITHOUT_VOWEL.test(word))
}

/** Whether a message has no known word and words that are none: "asdf jkl", "blorp fnnk zzt". */
export function isGibberishMessage({ tokens }: Utterance, spelling: Spelling): boolean {
  const words = tokens.map(({ text }) => text).filter((text) => /\p{L}/u.test(text))
  const isOdd =
    words.some((word) => TYPED_BLINDLY.test(word)) ||
    words.filter((word) => WITHOUT_VOWEL.test(word)).length > 1
  return isOdd && !words.some((word) => spelling.isKnown(word))
}
