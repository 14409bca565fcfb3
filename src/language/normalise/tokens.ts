import words from '../../../data/language/words.json' with { type: 'json' }
import { findZone } from '../../ranking/calendar.ts'
import { normalizeText } from './normalize-text.ts'
import { SMALL, withDigits } from './numbers.ts'
import type { Spelling } from './spelling.ts'
import { byName } from './word-tables.ts'

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
/** Words with a missing space: "top10", "lastweek", "showme", "past3days". */
const GLUED = new RegExp(
  '^(top|best|hot|first|last|past|previous|this|show|give|week|todays?)' +
    `(\\d+|${[...SMALL, 'twenty'].join('|')})?` +
    '(weeks?|weekend|months?|years?|quarter|days?|hours?|me|products?|launches|apps|tools)?$',
)

/** The tokens of a message. */
export function readTokens(message: string, spelling: Spelling): Token[] {
  const chunks = (normalizeText(message).match(TOKEN) ?? []).slice(0, MAX_TOKENS)
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
  if (day) return [tokenOf(day)]
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
