import { SLANG } from './lexicon.ts'
import { normalizeText } from './normalize-text.ts'
import { withDigits } from './numbers.ts'
import type { Spelling } from './spelling.ts'

/** A word or a mark of a message. */
export interface Token {
  /** In lower case, written out and spelled right. */
  text: string
  /** The same as it was typed, where nothing but its case is different. */
  cased: string
  /** Where it stands in the text of the utterance. */
  start: number
}

/** A message as it is understood: its tokens with one space between. */
export interface Utterance {
  typed: string
  text: string
  cased: string
  tokens: Token[]
}

const MAX_TOKENS = 160

const TOKEN = new RegExp(
  [
    '\\p{Extended_Pictographic}',
    "[#@]?[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_]|(?<=\\p{N})[.:](?=\\p{N})|[-'/+&](?=[\\p{L}\\p{N}])" +
      '|(?<=\\p{L})\\.(?=\\p{L}{2}))*(?:\\+\\+|[#%])?',
    '[\\p{P}\\p{S}]',
  ].join('|'),
  'gu',
)

/** Dates, instants, zones and offsets keep what stands between their parts. */
const LITERAL =
  /^(?:\d+([-/.:]\d+)+(t[\d:.]+(z|[+-][\d:]+)?)?|\d{4}-w\d\d|\w+\/[\w/+-]*[a-z_]{3,}|(?:utc|gmt)[+-]\d.*|\d+\.\d+)$/i

export function readUtterance(message: string, spelling: Spelling): Utterance {
  const typed = normalizeText(message)
  const pieces = (typed.match(TOKEN) ?? [])
    .slice(0, MAX_TOKENS)
    .flatMap((chunk) => writtenOut(chunk, spelling))
  const cased = joined(pieces, spelling)
  const text = withDigits(cased.map((piece) => plain(piece)).join(' '))
  return utteranceOf(typed, text, cased)
}

/** Numbers in words have become fewer tokens: what is not the same has no case of its own. */
function utteranceOf(typed: string, text: string, pieces: readonly string[]): Utterance {
  const words = text === '' ? [] : text.split(' ')
  let [start, from] = [0, 0]
  const tokens = words.map((word): Token => {
    const at = pieces.findIndex((piece, place) => place >= from && plain(piece) === word)
    if (at >= 0 && at - from <= 3) from = at + 1
    const token = { text: word, cased: at >= 0 && at < from ? (pieces[at] ?? word) : word, start }
    start += word.length + 1
    return token
  })
  return { typed, text, cased: tokens.map(({ cased }) => cased).join(' '), tokens }
}

function plain(piece: string): string {
  const lower = piece.toLowerCase()
  return lower.length === piece.length ? lower : piece
}

function writtenOut(chunk: string, spelling: Spelling): string[] {
  const isMark = !/[\p{L}\p{N}]/u.test(chunk)
  if (isMark || LITERAL.test(chunk)) return [chunk]
  const expanded = contractions(chunk)
  return expanded
    .split(/[ _-]+|\/(?=\p{L})/u)
    .filter((part) => part !== '')
    .flatMap((part) => rightWord(part, spelling))
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^#(\d{1,3})$/, 'number $1'],
  [/^y'day$/i, 'yesterday'],
  [/^w\/o$/i, 'without'],
  [/^w\/(?=\w)/i, 'with '],
  [/^e-?mail/i, 'email'],
  [/^(?:can't|cannot)$/i, 'can not'],
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
  [/^(\d+)(?:h|hrs?)$/i, '$1 hours'],
  [/^(?!2d|3d)(\d+)d$/i, '$1 days'],
  [/^(\d+)(?:w|wks?)$/i, '$1 weeks'],
  [/^(\d+)(?:y|yrs?)$/i, '$1 years'],
]

function contractions(chunk: string): string {
  return CONTRACTIONS.reduce((text, [pattern, meant]) => text.replace(pattern, meant), chunk)
}

/** "Todays best", where the apostrophe was left out. */
const OWNED =
  /^(today|tonight|yesterday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year)s$/
const OWNER = /^(?:today|tonight|yesterday|weekend|\w+day)$/
const GLUED =
  /^(top|best|last|past|first|this|show|give|top|week|next|previous|hot|todays?)(\d+|\w*?)(\d+|week|month|year|days?|weeks|months|me|products?|launches|apps|tools)$/

function rightWord(typed: string, spelling: Spelling): string[] {
  const word = typed.toLowerCase()
  const owner = OWNED.exec(word)?.[1]
  if (owner && OWNER.test(owner)) return [owner]
  const meant = SLANG.get(word) ?? (spelling.isKnown(word) ? undefined : SLANG.get(single(word)))
  if (meant) return meant.split(' ')
  if (spelling.isKnown(word)) return [typed]
  const [, first, middle, last] = GLUED.exec(word) ?? []
  if (first && last) return [first, middle, last].filter((part): part is string => !!part)
  const corrected = spelling.correct(word)
  if (corrected) return [corrected]
  // "Todyas": the ending of an owner, without its apostrophe.
  const ofOwner = word.endsWith('s') ? spelling.correct(word.slice(0, -1)) : undefined
  return ofOwner && OWNER.test(ofOwner) ? [ofOwner] : [typed]
}

/** "Plzz", "heyy": the last letter held too long, or any letter of a longer word. */
function single(word: string): string {
  return word.length > 5 ? word.replace(/(.)\1+/g, '$1') : word.replace(/(.)\1+$/, '$1')
}

/** "Yester day", "to day": a word that was cut in two. */
function joined(pieces: readonly string[], spelling: Spelling): string[] {
  const whole: string[] = []
  for (const piece of pieces) {
    const before = whole.at(-1) ?? ''
    const both = (before + piece).toLowerCase()
    const isLostTwice = isLost(before, spelling) && isLost(piece, spelling)
    const isCut = before !== '' && (HALVES.test(both) || isLostTwice)
    if (isCut && both.length > 4 && spelling.isKnown(both)) whole[whole.length - 1] = both
    else whole.push(piece)
  }
  return whole
}

const HALVES = /^(?:today|tonight|yesterday|weekend|tomorrow)$/

function isLost(piece: string, spelling: Spelling): boolean {
  const word = piece.toLowerCase()
  return /^[a-z]+$/.test(word) && !spelling.isKnown(word)
}
