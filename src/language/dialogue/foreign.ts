import { isOf, LANGUAGES } from '../normalise/lexicon.ts'
import type { Utterance } from '../normalise/utterance.ts'

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'Russian'],
  [/\p{Script=Arabic}/gu, 'Arabic'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Devanagari}/gu, 'Hindi'],
  [/\p{Script=Thai}/gu, 'Thai'],
]

/** The language of a text that is not in English; empty where it is one that has no name here. */
export function foreignLanguage({ typed }: Utterance): string | undefined {
  const letters = typed.match(/\p{L}/gu)?.length ?? 0
  const latin = typed.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters > 0 && latin * 2 < letters) {
    return SCRIPTS.find(([script]) => typed.match(script))?.[1] ?? ''
  }
  const words = unaccented(typed).match(/[\p{L}\p{M}]{2,}/gu) ?? []
  let [most, found] = [0, '']
  for (const [language, known] of LANGUAGES) {
    const telling = words.filter((word) => known.has(word)).length
    if (telling > most) [most, found] = [telling, language]
  }
  const english = words.filter((word) => isEnglish(word)).length
  return most >= 2 && most * 3 >= words.length && most > english
    ? found
    : mostForeign(words, most, found)
}

function unaccented(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

function isEnglish(word: string): boolean {
  return (
    isOf(word, 'function', 'asking', 'polite', 'product', 'praise', 'ranking') && !SHARED.has(word)
  )
}

const SHARED = new Set('que de la no me a in an on per top as do es as hit'.split(' '))

/** One or two words, all of them foreign. */
function mostForeign(words: readonly string[], telling: number, found: string): string | undefined {
  const isAll = telling > 0 && telling === words.length && words.every((word) => !isEnglish(word))
  return isAll ? found : undefined
}
