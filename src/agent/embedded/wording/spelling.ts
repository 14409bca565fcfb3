import { candidates } from './key-words.ts'
import { SLANG } from './slang.ts'
import { isSlip } from './slip.ts'
import { anyOf } from './words.ts'

const LEAST_LETTERS = 5

/** The message with short forms written out and slips of the fingers put right. */
export function spelled(text: string): string {
  return writtenOut(text).replace(/(?<![\w/.:@-])[a-z\d]+(?![\w/@]|[.:-]\w)/gi, correct)
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
    .replace(POSSESSIVE, '$1')
    .replace(/'/g, ' ')
}

function correct(typed: string): string {
  const word = typed.toLowerCase()
  const meant = SLANG.get(word) ?? SLANG.get(word.replace(/(.)\1+$/, '$1'))
  if (meant) return meant
  if (word.length < LEAST_LETTERS || !/^[a-z]+$/.test(word)) return typed
  if (candidates(word).length === 0) return typed
  return candidates(word).find((candidate) => isNear(word, candidate)) ?? typed
}

function isNear(typed: string, word: string): boolean {
  if (word.length < LEAST_LETTERS || isForm(typed, word)) return false
  const sameStart = typed[0] === word[0] || (typed[0] === word[1] && typed[1] === word[0])
  return sameStart && (isSlip(typed, word) || typed === withoutVowels(word))
}

function withoutVowels(word: string): string {
  return word.charAt(0) + word.slice(1).replace(/[aeiou]/g, '')
}

/** Another form of the word is no slip: "budgeted" stays. */
function isForm(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed]
  return long.startsWith(short) && /^(?:s|d|r|ed|er|es|ly)$/.test(long.slice(short.length))
}
