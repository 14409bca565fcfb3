import type { Item } from '../intent/features.ts'
import type { Guess } from '../intent/model.ts'
import { phraseIn } from '../normalise/phrases.ts'
import { numberOf } from '../normalise/tokens.ts'
import type { Operation } from './request.ts'

/** The order that words name without doubt; one of several products is certain. */
export function orderIn(items: readonly Item[]): Guess | undefined {
  const text = items.map((item) => item.text).join(' ')
  const order = phraseIn('order', text)
  if (order) return { name: order, probability: 1 }
  const extreme = phraseIn('extreme', text)
  return extreme && { name: extreme, probability: 0.95 }
}

const NTH =
  /\b([a-z]+|\d+[a-z]+) (?:(most)|(least|fewest|worst|lowest|(?:to )?last)|(newest|latest)|(oldest|earliest))\b/

/** The place in an order that is not that of the ranking: "the second worst", "third most discussed". */
export function placeInOrder(
  text: string,
): { place: number; name: Operation | 'newest' | 'oldest' } | undefined {
  const [, ordinal = '', most, fewest, newest] = NTH.exec(text) ?? []
  const place = numberOf(ordinal)
  if (!(place > 1) || (most && !/\b(?:comment|discuss)/.test(text))) return undefined
  return { place, name: most ? 'most' : fewest ? 'fewest' : newest ? 'newest' : 'oldest' }
}
