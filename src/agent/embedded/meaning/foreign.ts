import { FOREIGN_FUNCTION_WORDS, TELLTALE_WORDS, TRANSLATIONS } from './foreign-words.ts'

const LETTER = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
const LONGEST_PHRASE = 4

/** Whether a text is in another language than English. */
export function isForeign(text: string): boolean {
  const letters = text.match(LETTER)?.length ?? 0
  const latin = text.match(LATIN)?.length ?? 0
  if (letters > 0 && latin < letters / 2) return true

  const words = plainWords(text)
  const telling = words.filter((word) => TELLTALE_WORDS.has(word)).length
  const foreign = words.filter(
    (word) => TELLTALE_WORDS.has(word) || FOREIGN_FUNCTION_WORDS.has(word),
  )
  return telling > 0 && (foreign.length * 2 >= words.length || telling * 3 >= words.length)
}

/** The text in English, as far as a ranking's words go; other words stay as they are. */
export function inEnglish(text: string): string {
  const words = plainWords(text)
  const translated: string[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseLength(words, at)
    const phrase = words.slice(at, at + Math.max(1, length)).join(' ')
    if (length > 0 || !FOREIGN_FUNCTION_WORDS.has(phrase)) {
      translated.push(TRANSLATIONS.get(phrase) ?? phrase)
    }
    at += Math.max(1, length)
  }
  return translated.join(' ')
}

/** How many words from there the longest phrase of the table takes. */
function phraseLength(words: readonly string[], at: number): number {
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    if (TRANSLATIONS.has(words.slice(at, at + length).join(' '))) return length
  }
  return 0
}

/** In lower case and without accents. */
function plainWords(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
