import { ORDINALS } from '../normalise/numbers.ts'
import { replyPattern } from './reply-intent.ts'

const REFERENCE = replyPattern(
  '\\b(?:(?<ordinal>runner up|{nth}|winner)|{label} (?<number>\\d{1,2}))\\b',
  'g',
)
/** "The first two", "the last 3". */
const SEVERAL = /\b(?<end>first|top|last) (?<count>[2-9]|10)\b/
/** "Compare 1 and 3", "which has more votes, 2 or 3?", "is 6 newer than 2?" */
const PAIR = /\b(\d{1,2})(?: \w+)? (?:and|or|with|to|than|vs|versus) (\d{1,2})\b/
/** "How many votes ahead of 5?" */
const BEYOND =
  /\b(?:ahead of|behind|than|compared to) (\d{1,2})\b(?! (?:votes|comments|points|days))/
/** Names no product, though it has an ordinal: "launched first", "the second list". */
const NO_PLACE =
  /\b(?:launched|released|came out|posted) (?:first|last)\b|\b\w+ (?:list|ranking)\b/g
/** By how much the leader is ahead of the next. */
const LEAD = /\bby how (?:much|many)\b|\bhow far (?:ahead|behind|apart)\b|\b(?:margin|gap|lead)\b/
const NEXT = /\b(?:right|just|next|directly) (?:behind|after)\b/
/** "Who is ahead of number 3?", "what came after the second?" */
const NEIGHBOUR = replyPattern(
  '^{asked}(?!who (?:is|was) behind)(?:who|what|which)\\b(?:(?! votes| comments).)*\\b(?<side>ahead of|above|before|behind|below|after) (?:the |number )?(?:(?<ordinal>{nth})|(?<number>\\d{1,2}))\\b',
)
const MAX_REFERENCES = 10

/** The indexes of the listed products that a text refers to: "the second one" is 1, "the last" -1. */
export function itemIndexesIn(text: string): number[] {
  const { end, count } = SEVERAL.exec(text)?.groups ?? {}
  if (count) {
    const from = end === 'last' ? -count : 0
    return Array.from({ length: Number(count) }, (_, at) => from + at)
  }
  const neighbour = NEIGHBOUR.exec(text)?.groups
  if (neighbour) {
    const isBefore = /^(?:ahead of|above|before)$/.test(neighbour.side ?? '')
    return [Math.max(0, indexOf(neighbour) + (isBefore ? -1 : 1))]
  }
  const places = text.replace(NO_PLACE, '')
  const named = Array.from(places.matchAll(REFERENCE), ({ groups }) => groups)
    .filter((groups) => Number(groups?.number ?? 1) > 0)
    .map(indexOf)
  if (named.length < 2 && LEAD.test(text)) return [0, named.find((index) => index !== 0) ?? 1]
  if (named.length > 0) return [...new Set(named)].slice(0, MAX_REFERENCES)
  const [, ...pair] = PAIR.exec(text) ?? BEYOND.exec(text) ?? []
  if (pair.length === 0 && NEXT.test(text)) return [1]
  return pair.map((number) => Number(number) - 1).filter((index) => index >= 0)
}

function indexOf({ ordinal = '', number }: Record<string, string | undefined> = {}): number {
  if (ordinal === 'last' || ordinal === 'bottom') return -1
  if (number) return Number(number) - 1
  if (ordinal === 'runner up') return 1
  const place = ORDINALS.indexOf(ordinal)
  return place > 0 ? place - 1 : Math.max(0, (Number.parseInt(ordinal, 10) || 1) - 1)
}
