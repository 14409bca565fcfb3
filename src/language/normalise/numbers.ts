import { type Rewrites, rewrite } from './rewrite.ts'

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

/** By one or two number words. Ordinals up to the tenth remain words. */
const DIGITS = new Map<string, string>([
  ...SMALL.map((word, value): [string, string] => [word, String(value)]),
  ...ORDINALS.map((word, value): [string, string] => [word, value > 10 ? `${value}th` : word]),
  ...TENS.flatMap((word, at) => tensWith(word, at + 2)),
])

/** "Twenty", "twentieth", "twenty one" to "twenty ninth". */
function tensWith(word: string, tens: number): [string, string][] {
  const units = SMALL.slice(1, 10).flatMap((unit, at): [string, string][] => [
    [`${word} ${unit}`, `${tens}${at + 1}`],
    [`${word} ${ORDINALS[at + 1]}`, `${tens}${at + 1}${SUFFIXES[at + 1] ?? 'th'}`],
  ])
  return [[word, `${tens}0`], [word.replace(/y$/, 'ieth'), `${tens}0th`], ...units]
}

/** "One" is often a pronoun: before a word like these it is a number. */
const COUNTED_WORDS =
  'hours?|days?|nights?|weeks?|months?|years?|quarters?|fortnights?|products?|launch(?:es)?|apps?|tools?|winners?|results?|hundred|thousand|million|single|dozen|top|best'
const COUNTED = new RegExp(`^(?:${COUNTED_WORDS})$`)

/** What follows a group of things, rather than a word of a name: "pair of apps", "pair programming". */
const OF_THINGS = `(?: of\\b|(?=$| [^\\p{L}]| (?:please|pls|more|from|in|on|this|last|yesterday|today|${COUNTED_WORDS})\\b))`

function groupOf(words: string): RegExp {
  return new RegExp(`\\b(?:a )?(?:${words})${OF_THINGS}`, 'gu')
}

const PHRASES: Rewrites = [
  [/\b(?:half a|half|a half) dozen\b(?: of)?/g, '6'],
  [/\b(?:a )?dozen\b(?: of)?/g, '12'],
  [groupOf('couple|pair|duo'), '2'],
  [groupOf('trio'), '3'],
  [/\ba few(?: of)?\b|(?<=last |past )few\b/g, '3'],
  [groupOf('quartet'), '4'],
  [
    /\b(?:a )?(?:quintet|handful)(?: of)?\b|\bseveral(?: of\b|(?= (?:products|launches|apps|tools|results|more)\b))/g,
    '5',
  ],
  [/\b(?:a )?sextet(?: of)?\b/g, '6'],
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
    const [word = '', next = ''] = words.slice(at, at + 2)
    const pair = DIGITS.get(`${word} ${next}`)
    const isPronoun = word === 'one' && !COUNTED.test(next) && !isNumber(words[at - 1], next)
    output.push(pair ?? (isPronoun ? word : (DIGITS.get(word) ?? word)))
    if (pair) at += 1
  }
  return rewrite(output.join(' '), PHRASES)
}

/** Whether "one" is a number here: "number one", "just one". */
function isNumber(before: string | undefined, next: string): boolean {
  const isAlone = before === 'just' || before === 'only'
  return before === 'number' || before === 'quarter' || (isAlone && next === '')
}
