import { corrected } from './correction.ts'
import { SLANG } from './slang.ts'
import { anyOf } from './words.ts'

/** The message with short forms written out and slips of the fingers put right. */
export function spelled(text: string): string {
  return writtenOut(text)
    .replace(/(?<![\w/.:@-])[a-z\d]+(?![\w/@]|[.:-]\w)/gi, rightWord)
    .replace(POSSESSIVE, '$1')
}

/** "Todays best", where the apostrophe was left out. */
const POSSESSIVE = new RegExp(
  `\\b(${anyOf(`
    today tonight yesterday weekend monday tuesday wednesday thursday friday saturday sunday january
    february march april june july august september october november december this_week last_week
    previous_week this_month last_month previous_month this_year last_year previous_year
    current_month current_week
  `)})s\\b`,
  'gi',
)

function writtenOut(text: string): string {
  return text
    .replace(/'(?=\d\d\b)/g, '20')
    .replace(/\by'day\b/gi, 'yesterday')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/\bw\/\s?(?=\w)/gi, 'with ')
    .replace(/\b(?:can't|cannot)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\blet's\b/gi, 'let us')
    .replace(/\b(what|who|where|when|how|that|it|there|here|he|she|this|which)'s\b/gi, '$1 is')
    .replace(/'m\b/gi, ' am')
    .replace(/'re\b/gi, ' are')
    .replace(/'ve\b/gi, ' have')
    .replace(/'ll\b/gi, ' will')
    .replace(/'d\b/gi, ' would')
    .replace(/'s\b/gi, '')
    .replace(/'/g, ' ')
}

function rightWord(typed: string): string {
  const word = typed.toLowerCase()
  const meant = SLANG.get(word) ?? SLANG.get(single(word))
  return meant ?? corrected(word) ?? typed
}

/** "Plzz", "heyy": the last letter held too long, or any letter of a longer word. */
function single(word: string): string {
  return word.length > 5 ? word.replace(/(.)\1+/g, '$1') : word.replace(/(.)\1+$/, '$1')
}
