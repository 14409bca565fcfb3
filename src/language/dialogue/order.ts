import { textBetween } from '../normalise/tokens.ts'
import { placeOf } from '../slots/counts.ts'
import { lengthOf, type State } from './follow-up.ts'
import { type Reading, textBesideTimes } from './reading.ts'
import { isList, type Operation, type Request, talk } from './request.ts'

/** The last list in another order: "reverse it", or that of its time: "same but by comments". */
export function inOtherOrder(
  { operation: { name }, heard, slots }: Reading,
  state: State,
): Request {
  const { ranking, last, question } = state
  const set = { kind: 'listed', list: last && isList(last) ? last : undefined } as const
  const sorted = { kind: 'ask', isSorted: true } as const
  if (name === 'reversed') {
    if (slots.times.length > 0) return talk('unknown')
    const isOfOrder = question && /^(?:most|fewest)$/.test(question.operation)
    const { operation, measure } = isOfOrder ? question : MOST_VOTES
    const opposite = operation === 'fewest' ? 'most' : 'fewest'
    return { ...sorted, operation: opposite, measure, set }
  }
  const measure = /\bcomments?\b/.test(textBetween(heard)) ? 'comments' : 'votes'
  if (last?.kind === 'search') return { ...sorted, operation: 'most', measure, set }
  if (!ranking) return talk('unclear')
  const again = { ...ranking, count: lengthOf(ranking) }
  if (measure === 'votes') return again
  return { ...sorted, operation: 'most', measure, set: { kind: 'window', rankings: [again] } }
}

const MOST_VOTES = { operation: 'most', measure: 'votes' } as const

const NTH =
  /\b([a-z]+|\d+[a-z]+) (?:(most)|(least|fewest|worst|lowest|(?:to )?last)|(newest|latest)|(oldest|earliest))\b/

/** The place in an order that is not that of the ranking: "the second worst", "third most discussed". */
export function placeInOrder(
  reading: Reading,
): { place: number; name: Operation | 'newest' | 'oldest' } | undefined {
  const text = textBesideTimes(reading)
  const [, ordinal = '', most, fewest, newest] = NTH.exec(text) ?? []
  const place = placeOf(ordinal)
  if (!(place > 1) || (most && !/\b(?:comment|discuss)/.test(text))) return undefined
  return { place, name: most ? 'most' : fewest ? 'fewest' : newest ? 'newest' : 'oldest' }
}
