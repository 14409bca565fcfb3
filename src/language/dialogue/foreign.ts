import { isOf, LANGUAGES, wordSet, ZONE_ABBREVIATIONS } from '../normalise/lexicon.ts'
import { withoutAccents } from '../normalise/rewrite.ts'
import type { Utterance } from '../normalise/utterance.ts'

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Han}/u, 'Chinese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Cyrillic}/u, 'Russian'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Greek}/u, 'Greek'],
  [/\p{Script=Devanagari}/u, 'Hindi'],
  [/\p{Script=Thai}/u, 'Thai'],
]

/** The language of a text that is not in English; an empty string if it is not one listed here. */
export function foreignLanguage({ typed }: Utterance): string | undefined {
  const letters = typed.match(/\p{L}/gu)?.length ?? 0
  const latin = typed.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters > 0 && latin * 2 < letters) {
    return SCRIPTS.find(([script]) => script.test(typed))?.[1] ?? ''
  }
  const words = [...new Set(withoutAccents(typed.toLowerCase()).match(/[\p{L}\p{M}]{2,}/gu))]
  let [mostMatches, bestLanguage] = [0, '']
  for (const [language, known] of LANGUAGES) {
    const matches = words.filter((word) => known.has(word)).length
    if (matches > mostMatches) [mostMatches, bestLanguage] = [matches, language]
  }
  const english = words.filter((word) => isEnglish(word)).length
  const isOther = words.some(
    (word) => ZONE_ABBREVIATIONS.has(word) || isOf(word, 'subject', 'kind'),
  )
  const isEnough = mostMatches >= 2 || (words.length === 1 && !isOther)
  const isMost = mostMatches * 3 >= words.length && mostMatches > english
  return isEnough && isMost ? bestLanguage : undefined
}

function isEnglish(word: string): boolean {
  return (
    isOf(word, 'function', 'asking', 'polite', 'product', 'praise', 'ranking') &&
    !AMBIGUOUS_WORDS.has(word)
  )
}

/** Also common words of other languages. */
const AMBIGUOUS_WORDS = wordSet('que de la no me a in an on per top as do es hit')
