import slots from '../../../data/language/slots.json' with { type: 'json' }
import { findZone } from '../../ranking/calendar.ts'
import { correctInContext } from './context.ts'
import { isCity, SLANG, wordSet } from './lexicon.ts'
import { normalizeText } from './normalize-text.ts'
import { numberWordsToDigits, ORDINALS, SMALL } from './numbers.ts'
import { type Rewrites, rewrite } from './rewrite.ts'
import type { Spelling } from './spelling.ts'

/** A word, punctuation mark or emoji. */
export interface Token {
  /** Lowercase, with contractions and slang expanded and typos corrected. */
  text: string
  /** As typed if only the case differs, else the same as `text`. */
  cased: string
  /** Position among the tokens of the utterance. */
  index: number
}

/** A normalized message: `text` is its tokens joined by single spaces. */
export interface Utterance {
  typed: string
  text: string
  tokens: Token[]
}

const MAX_TOKENS = 160
const DATES = wordSet(`${slots.words.weekday} ${slots.words.sure} march halloween christmas easter`)
/** Number words that become one number: "two thousand and six". */
const MAX_REPLACED = 4

/** The text of a token, empty beyond either end. */
export function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? ''
}

/** The texts of tokens, joined by spaces; `to` is exclusive. */
export function textBetween(tokens: readonly Token[], from: number, to: number): string {
  return textOf(tokens.slice(from, to))
}

/** The texts of words, joined by spaces. */
export function textOf(words: readonly { text: string }[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** The words of a text in lower case, without what stands between them. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words between the ends before and after a span of them. */
export function clauseAround<Word>(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  isEnd: (word: Word, at: number) => boolean,
): readonly Word[] {
  const start = words.slice(0, from).findLastIndex(isEnd) + 1
  const end = words.findIndex((word, at) => at >= to && isEnd(word, at))
  return words.slice(start, end < 0 ? words.length : end)
}

const TOKEN = new RegExp(
  [
    '\\p{Extended_Pictographic}',
    "[#@]?[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_]|(?<=\\p{N})[.:](?=\\p{N})|[-'/+&](?=[\\p{L}\\p{N}])" +
      '|(?<=\\p{L})\\.(?=\\p{L}{2}))*(?:\\+\\+|[#%])?',
    '[\\p{P}\\p{S}]',
  ].join('|'),
  'gu',
)

/** Dates, instants, zones, offsets and pairs like "a/b" are not split at their separators. */
const LITERAL =
  /^(?:(?!w\/)[a-z]{1,2}\/[a-z]{1,2}|\d+([-/.:]\d+)+(t[\d:.]+(z|[+-][\d:]+)?)?|\d{4}-w\d\d|(?:utc|gmt)[+-]\d.*|\d+\.\d+)$/i

export function readUtterance(message: string, spelling: Spelling): Utterance {
  const typed = normalizeText(message)
  const chunks = (typed.match(TOKEN) ?? []).slice(0, MAX_TOKENS)
  const pieces = correctInContext(chunks, spelling)
    .flatMap((chunk, at) => expandChunk(chunk, isName(chunks, at) ? ofNames(spelling) : spelling))
    .slice(0, MAX_TOKENS)
  const text = numberWordsToDigits(pieces.map(lowerCase).join(' '))
  return utteranceOf(typed, text, pieces)
}

/** Whether a word alone is capitalized within its sentence: "who made Minutia". */
function isName(words: readonly string[], at: number): boolean {
  return isCapitalized(words[at] ?? '') && /^[\p{Ll}\d]/u.test(words[at - 1] ?? '')
}

export function isCapitalized(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word)
}

/** Corrects only the names of days, months and places: other names are no typos. */
function ofNames(spelling: Spelling): Spelling {
  const correct = (word: string) => {
    const corrected = spelling.correct(word)
    return corrected && (DATES.has(corrected) || isCity(corrected)) ? corrected : undefined
  }
  return { ...spelling, correct }
}

/** Aligns words to pieces to restore their case: digits may have replaced several pieces. */
function utteranceOf(typed: string, text: string, pieces: readonly string[]): Utterance {
  const words = text === '' ? [] : text.split(' ')
  let next = 0
  const tokens = words.map((text, index): Token => {
    const near = pieces.slice(next, next + MAX_REPLACED)
    const skipped = near.findIndex((piece) => lowerCase(piece) === text)
    next += skipped + 1
    return { text, cased: near[skipped] ?? text, index }
  })
  return { typed, text, tokens }
}

/** Keeps the piece as it is where lowercasing would change its length. */
function lowerCase(piece: string): string {
  const lower = piece.toLowerCase()
  return lower.length === piece.length ? lower : piece
}

function expandChunk(chunk: string, spelling: Spelling): string[] {
  const isSymbol = !/[\p{L}\p{N}]/u.test(chunk)
  const isZone = chunk.includes('/') && findZone(chunk) !== undefined
  if (isSymbol || isZone || LITERAL.test(chunk)) return [chunk]
  return rewrite(chunk, CONTRACTIONS)
    .split(/[ _]+|(?!(?<=^to)-do|(?<=^e)-[a-z]{4})-+|\/(?=\p{L})|(?<=\p{L})\//iu)
    .filter((part) => part !== '')
    .flatMap((part) => correctWord(part, spelling))
}

const CONTRACTIONS: Rewrites = [
  [/^#(\d{1,3})$/, 'number $1'],
  [/^y'day$/i, 'yesterday'],
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
const DAY = /^(?:today|tonight|yesterday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/
/** Words with a missing space: "top10", "lastweek", "showme", "past3days". */
const GLUED = new RegExp(
  '^(top|best|hot|first|last|past|previous|next|this|show|give|week|todays?)' +
    `(\\d+[hdw]?|${[...SMALL, 'twenty', 'dozen'].join('|')})?` +
    '(weeks?|weekend|months?|years?|quarter|days?|hours?|me|products?|launches|apps|tools)?$',
)
/** "Twentyfirst", "nov3", "jan2026". */
const GLUED_DATE = new RegExp(
  `^(?:(twenty|thirty)(${ORDINALS.slice(1, 10).join('|')})|` +
    '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
    'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(20\\d\\d|\\d\\d?(?:st|nd|rd|th)?))$',
)

/** One typed word can become several: slang and glued words are split. */
function correctWord(typed: string, spelling: Spelling): string[] {
  const word = typed.toLowerCase()
  const stem = word.endsWith('s') ? word.slice(0, -1) : ''
  if (DAY.test(stem)) return [stem]
  const expansion =
    SLANG.get(word) ?? (spelling.isKnown(word) ? undefined : SLANG.get(collapseRepeats(word)))
  if (expansion) return expansion.split(' ')
  if (spelling.isKnown(word)) return [typed]
  const parts = (GLUED.exec(word) ?? GLUED_DATE.exec(word) ?? []).slice(1).filter(Boolean)
  if (parts.length > 1) {
    return parts.flatMap((part) =>
      rewrite(part.replace(/^(\d+)d$/, '$1 days'), CONTRACTIONS).split(' '),
    )
  }
  const corrected = spelling.correct(word)
  if (corrected) return [corrected]
  const correctedStem = spelling.correct(stem) ?? ''
  return [DAY.test(correctedStem) ? correctedStem : typed]
}

/** "plzz", "heyy": at the end of a short word, anywhere in a longer one. */
function collapseRepeats(word: string): string {
  return word.length > 5 ? word.replace(/(.)\1+/g, '$1') : word.replace(/(.)\1+$/, '$1')
}
