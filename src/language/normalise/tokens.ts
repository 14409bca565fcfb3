import words from '../../../data/language/words.json' with { type: 'json' }
import { findZone } from '../../ranking/calendar.ts'
import { normalizeText } from './normalize-text.ts'
import type { Spelling } from './spelling.ts'

/** A word, punctuation mark or emoji. */
export interface Token {
  /** Lowercase, with contractions and slang expanded and typos corrected. */
  text: string
  /** The word as typed, where it stands for one word. */
  typed: string
}

const MAX_TOKENS = 160

const TOKEN = new RegExp(
  [
    '\\p{Extended_Pictographic}',
    "[#@]?[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}\u200C\u200D_]|(?<=\\p{N})[.:](?=\\p{N})|[-'/+&](?=[\\p{L}\\p{N}])" +
      '|(?<=\\p{L})\\.(?=\\p{L}{2}))*(?:\\+\\+|[#%])?',
    '[\\p{P}\\p{S}]',
  ].join('|'),
  'gu',
)

/** Dates, instants, zones, offsets and pairs like "a/b" are not split at their separators. */
const LITERAL =
  /^(?:(?!w\/)[a-z]{1,2}\/[a-z]{1,2}|\d+([-/.:]\d+)+(t[\d:.]+(z|[+-][\d:]+)?)?|\d{4}-w\d\d|(?:utc|gmt)[+-]\d.*|\d+\.\d+)$/i

/** Abbreviations and slang: `pls` is "please". */
const SLANG = byName(words.slang)

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^#(\d{1,3})$/, 'number $1'],
  [/^w\/o$/i, 'without'],
  [/^w\/(?=\w)/i, 'with '],
  [/^e-?mail/i, 'email'],
  [/^can't$/i, 'can not'],
  [/^won't$/i, 'will not'],
  [/n't$/i, ' not'],
  [/^let's$/i, 'let us'],
  [/^(what|who|where|when|how|that|it|there|here|he|she|this|which)'s$/i, '$1 is'],
  [/'m$/i, ' am'],
  [/'re$/i, ' are'],
  [/'ve$/i, ' have'],
  [/'ll$/i, ' will'],
  [/'d$/i, ' would'],
  [/'s$|'$/i, ''],
  [/'/g, ' '],
  [/^(\d+)(?:h|hrs?|hours?)$/i, '$1 hours'],
  [/^(?![23]d$|2day$)(\d+)(?:d|days?)$/i, '$1 days'],
  [/^(\d+)(?:w|wks?|weeks?)$/i, '$1 weeks'],
  [/^(\d+)(?:mos?|months?)$/i, '$1 months'],
  [/^(\d+)(?:y|yrs?|years?)$/i, '$1 years'],
]

/** Words often typed as a possessive without its apostrophe: "todays best". */
const DAYS = /^((?:to|yester|mon|tues|wednes|thurs|fri|satur|sun)day|tonight|weekend)s$/
/** "This years best", "last weeks winner". */
const UNITS = /^(?:week|month|year)s$/
const THIS = /^(?:this|last|previous|past)$/
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

/** Words with a missing space: "top10", "lastweek", "showme", "past3days". */
const GLUED = new RegExp(
  '^(top|best|hot|first|last|past|previous|this|show|give|week|todays?)' +
    `(\\d+|${[...SMALL, 'twenty'].join('|')})?` +
    '(weeks?|weekend|months?|years?|quarter|days?|hours?|me|products?|launches|apps|tools)?$',
)

/** "Half a thousand", "three hundred", "one and a half thousand". */
const SCALED = new RegExp(
  `\\b(half an?|an?|\\d+(?:\\.\\d+)?|${SMALL.slice(1).join('|')})( and a half)? (hundred|thousand)\\b(?!-)`,
  'gi',
)

function scaled(_: string, word: string, half: string | undefined, scale: string): string {
  const count = Number(
    /^half/i.test(word) ? 0.5 : /^an?$/i.test(word) ? 1 : (DIGITS.get(word.toLowerCase()) ?? word),
  )
  return String((count + (half ? 0.5 : 0)) * (scale.toLowerCase() === 'hundred' ? 100 : 1000))
}

/** The tokens of a message. */
export function readTokens(message: string, spelling: Spelling): Token[] {
  const text = normalizeText(message).replace(SCALED, scaled)
  const chunks = (text.match(TOKEN) ?? []).slice(0, MAX_TOKENS)
  const pieces = chunks.flatMap((chunk) => expandChunk(chunk, spelling))
  return withDigits(pieces.slice(0, MAX_TOKENS)).map((token, at, all) => {
    const isOne = UNITS.test(token.text) && THIS.test(all[at - 1]?.text ?? '')
    return isOne ? { ...token, text: token.text.slice(0, -1) } : token
  })
}

/** The texts of tokens, joined by spaces; `to` is exclusive. */
export function textBetween(tokens: readonly Token[], from = 0, to = tokens.length): string {
  return tokens
    .slice(Math.max(0, from), to)
    .map(({ text }) => text)
    .join(' ')
}

function expandChunk(chunk: string, spelling: Spelling): Token[] {
  const isSymbol = !/[\p{L}\p{N}]/u.test(chunk)
  const isZone = chunk.includes('/') && findZone(chunk) !== undefined
  if (isSymbol || isZone || LITERAL.test(chunk)) return [tokenOf(chunk)]
  return CONTRACTIONS.reduce((text, [pattern, to]) => text.replace(pattern, to), chunk)
    .split(/[ _]+|(?!(?<=^to)-do|(?<=^e)-[a-z]{4})-+|\/(?=\p{L})|(?<=\p{L})\//iu)
    .filter((part) => part !== '')
    .flatMap((part) => expandWord(part, spelling))
}

/** One typed word can become several: slang and glued words are split. */
function expandWord(typed: string, spelling: Spelling): Token[] {
  const word = typed.toLowerCase()
  const slang = SLANG.get(word) ?? (spelling.isKnown(word) ? undefined : SLANG.get(shortened(word)))
  if (slang) return slang.split(' ').map(tokenOf)
  const [, day] = DAYS.exec(word) ?? []
  if (day) return [{ text: day, typed }]
  if (spelling.isKnown(word)) return [tokenOf(typed)]
  const parts = (GLUED.exec(word) ?? []).slice(1).filter(Boolean)
  if (parts.length > 1) return parts.map(tokenOf)
  const corrected = spelling.correct(word)
  return [{ text: corrected ? (DAYS.exec(corrected)?.[1] ?? corrected) : word, typed }]
}

function tokenOf(typed: string): Token {
  return { text: typed.toLowerCase(), typed }
}

/** "Plzz", "heyy". */
function shortened(word: string): string {
  return word.length > 5 ? word.replace(/(.)\1+/g, '$1') : word.replace(/(.)\1+$/, '$1')
}

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

/** "3", "3rd", "third", "q3", "h2"; otherwise NaN. */
export function numberOf(text = ''): number {
  const ordinal = ORDINALS.indexOf(text)
  return ordinal > 0 ? ordinal : Number.parseInt(text.replace(/^[qh]/, ''), 10)
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** The keys of a table by each of the names they stand for. */
export function byName(
  table: Readonly<Record<string, string>>,
  separator = ' ',
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, names]) =>
      names.split(separator).map((name): [string, string] => [name, key]),
    ),
  )
}

/** The words of a text in lower case, without what stands between them. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
