export const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
export const ORDINALS = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
  'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ')

const VALUES = new Map<string, number>([
  ...SMALL.map((word, at): [string, number] => [word, at]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10]),
])
const TENS_ORDINALS = new Map(
  TENS.map((word, at): [string, number] => [word.replace(/y$/, 'ieth'), (at + 2) * 10]),
)

/** "One" is often a pronoun: before a word like these it is a number. */
const COUNTED =
  /^(?:hours?|days?|nights?|weeks?|months?|years?|quarters?|fortnights?|products?|launch(?:es)?|apps?|tools?|winners?|results?|hundred|thousand|million|single|dozen|top|best)$/

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:half a|half|a half) dozen\b(?: of)?/g, '6'],
  [/\b(?:a )?dozen\b(?: of)?/g, '12'],
  ...[/couple|pair|duo/, /trio/, /quartet/, /quintet/, /sextet/, /septet/, /octet/].map(
    ({ source }, at): [RegExp, string] => [
      new RegExp(`\\b(?:a )?(?:${source})(?: of)?\\b`, 'g'),
      String(at + 2),
    ],
  ),
  [/\ba few(?: of)?\b|(?<=last |past )few\b/g, '3'],
  [/\b(?:a )?(?:handful|several)(?: of)?\b/g, '5'],
  [/\bhalf a year\b|(?<=\b(?:last|past) )half year\b/g, '6 months'],
  [/\b(?:a|the) (?=(?:hundred|thousand|million)\b)/g, '1 '],
  [/(?<=\b\d{1,3}) hundred\b/g, '00'],
  [/(?<=\b\d{1,3}) thousand\b/g, '000'],
  [/(?<=\b\d{1,3}) million\b/g, '000000'],
  // Possessives without their apostrophe: "this years best", "the weeks top 10".
  [/(?<=\b(?:this|last|previous|current|past) (?:week|month|year))s\b/g, ''],
  [/(?<=\bthe (?:week|month|year))s(?= (?:top|best|biggest|hottest|winners?)\b)/g, ''],
  [/\b20 (?=[12]\d\b)/g, '20'],
  [/\b2000 (?:and )?(?=[1-3]\d\b)/g, '20'],
]

/** Replaces number words by digits: "twenty first" is `21st`, "half a dozen" is `6`. */
export function numberWordsToDigits(text: string): string {
  const words = text.split(' ')
  const output: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = ''] = [words[at], words[at + 1]]
    const tens = TENS.includes(word) ? (VALUES.get(word) ?? 0) : 0
    const unit = tens > 0 ? unitOf(next) : undefined
    if (unit) {
      output.push(`${tens + unit.value}${unit.suffix}`)
      at += 1
    } else output.push(digitsOf(word, next, words[at - 1] ?? ''))
  }
  return PHRASES.reduce((all, [phrase, digits]) => all.replace(phrase, digits), output.join(' '))
}

function unitOf(word: string) {
  const value = VALUES.get(word) ?? 0
  if (value > 0 && value < 10) return { value, suffix: '' }
  const ordinal = ORDINALS.indexOf(word)
  return ordinal > 0 && ordinal < 10 ? { value: ordinal, suffix: suffixOf(ordinal) } : undefined
}

function digitsOf(word: string, next: string, before: string): string {
  if (
    word === 'one' &&
    !(
      COUNTED.test(next) ||
      /^(?:number|quarter)$/.test(before) ||
      (/^(?:just|only)$/.test(before) && next === '')
    )
  )
    return word
  const value = VALUES.get(word) ?? TENS_ORDINALS.get(word)
  if (value === undefined) {
    const ordinal = ORDINALS.indexOf(word)
    return ordinal > 10 ? `${ordinal}th` : word
  }
  return TENS_ORDINALS.has(word) ? `${value}th` : String(value)
}

function suffixOf(ordinal: number): string {
  return ['th', 'st', 'nd', 'rd'][ordinal] ?? 'th'
}
