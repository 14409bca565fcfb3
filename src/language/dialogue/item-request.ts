import { ORDINALS } from '../normalise/numbers.ts'
import { textOf } from '../normalise/utterance.ts'
import { describingWords } from './described-products.ts'
import type { Part } from './parts.ts'
import { replyPattern } from './reply-intent.ts'
import type { ItemRequest, Superlative } from './request.ts'

const REFERENCE = replyPattern(
  '\\b(?:(?<ordinal>runner up|{nth}|winner)|{label} (?<number>\\d{1,2}))\\b',
  'g',
)
/** "The first two", "the last 3". */
const SEVERAL = /\b(?<end>first|top|last) (?<count>[2-9]|10)\b/
/** "Compare 1 and 3", "which has more votes, 2 or 3?" */
const PAIR = /\b(\d{1,2}) (?:and|or|with|to|than|vs|versus) (\d{1,2})\b/
const BOTH = /\b(?:both|(?:the|these|those) 2|between (?:them|these|those))\b/
const MAX_REFERENCES = 10

/** What a message asks of products of an earlier answer. */
export function itemRequest(parts: readonly Part[]): ItemRequest {
  const own = parts.filter(({ intent }) => intent === 'item')
  const texts = own.map(({ items }) => textOf(items.map(({ token }) => token)))
  const indexes = [...new Set(texts.flatMap(itemIndexesIn))]
  const [superlative] = texts.flatMap((text) => superlativeIn(text) ?? [])
  const isChosen = indexes.length > 0 || superlative !== undefined
  const description = isChosen ? [] : own.flatMap(describingWords)
  return { kind: 'item', indexes, superlative, description }
}

/** The indexes of the listed products that a text refers to: "the second one" is 1, "the last" -1. */
function itemIndexesIn(text: string): number[] {
  const { end, count } = SEVERAL.exec(text)?.groups ?? {}
  if (count) {
    const from = end === 'last' ? -count : 0
    return Array.from({ length: Number(count) }, (_, at) => from + at)
  }
  const named = Array.from(text.matchAll(REFERENCE), ({ groups }) => indexOf(groups))
  if (named.length > 0) return [...new Set(named)].slice(0, MAX_REFERENCES)
  const [, ...pair] = PAIR.exec(text) ?? []
  if (pair.length === 0 && BOTH.test(text)) return [0, 1]
  return pair.map((number) => Number(number) - 1)
}

function indexOf({ ordinal = '', number }: Record<string, string | undefined> = {}): number {
  if (ordinal === 'last' || ordinal === 'bottom') return -1
  if (number) return Number(number) - 1
  if (ordinal === 'runner up') return 1
  const place = ORDINALS.indexOf(ordinal)
  return place > 0 ? place - 1 : Math.max(0, (Number.parseInt(ordinal, 10) || 1) - 1)
}

const LEAST = /\b(?:fewest|least|lowest|worst|oldest|earliest)\b/
const MOST =
  /\b(?:most|highest|biggest|newest|latest|youngest|more (?:popular|upvotes|votes|comments))\b/
const FIELDS: readonly (readonly [RegExp, Superlative['field']])[] = [
  [/\b(?:newest|latest|youngest|oldest|earliest|recent)\b/, 'launchedAt'],
  [/\b(?:comments?|commented|discussed|discussion)\b/, 'commentsCount'],
  [/\b(?:(?:up)?votes?|(?:up)?voted|popular|liked|loved|score|points)\b/, 'votesCount'],
]

/** By what a text picks one of the listed products: "which of them has the most votes?" */
function superlativeIn(text: string): Superlative | undefined {
  const isLowest = LEAST.test(text)
  const field = FIELDS.find(([pattern]) => pattern.test(text))?.[1]
  return field && (isLowest || MOST.test(text)) ? { field, isHighest: !isLowest } : undefined
}
