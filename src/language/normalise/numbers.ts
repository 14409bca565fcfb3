import type { Token } from './tokens.ts'

export const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
export const ORDINALS = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
  'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ')
const SUFFIXES = ['th', 'st', 'nd', 'rd']

/** Digits by one or two number words. Ordinals up to the tenth remain words. */
const DIGITS = new Map<string, string>([
  ...SMALL.map((word, value): [string, string] => [word, String(value)]),
  ...ORDINALS.map((word, value): [string, string] => [word, value > 10 ? `${value}th` : word]),
  ...TENS.flatMap((word, at) => tensWith(word, at + 2)),
  ['hundred', '100'],
])

/** "Twenty", "twentieth", "twenty one" to "twenty ninth". */
function tensWith(word: string, tens: number): [string, string][] {
  const units = SMALL.slice(1, 10).flatMap((unit, at): [string, string][] => [
    [`${word} ${unit}`, `${tens}${at + 1}`],
    [`${word} ${ORDINALS[at + 1]}`, `${tens}${at + 1}${SUFFIXES[at + 1] ?? 'th'}`],
  ])
  return [[word, `${tens}0`], [word.replace(/y$/, 'ieth'), `${tens}0th`], ...units]
}

/** "One" is often a pronoun: beside words like these it is a number. */
const AFTER_ONE =
  /^(?:hours?|days?|weeks?|months?|years?|products?|launch|apps?|tools?|winner|result|single|top|best)$/
const BEFORE_ONE = /^(?:number|top|quarter)$/

/** Replaces number words by digits: "twenty first" is `21st`, "twenty twenty six" `2026`. */
export function withDigits(tokens: readonly Token[]): Token[] {
  const output: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (!token) break
    const pair = next && DIGITS.get(`${token.text} ${next.text}`)
    const digits = pair ?? digitsOf(token.text, tokens[at - 1]?.text, next?.text)
    const isYear = output.at(-1)?.text === '20' && /^[12]\d$/.test(digits)
    if (isYear) output.pop()
    const text = isYear ? `20${digits}` : digits
    output.push(text === token.text ? token : { text, typed: text })
    if (pair) at += 1
  }
  return output
}

function digitsOf(word: string, before = '', next = ''): string {
  const isPronoun = word === 'one' && !AFTER_ONE.test(next) && !BEFORE_ONE.test(before)
  return isPronoun ? word : (DIGITS.get(word) ?? word)
}
