import type { Model } from '../intent/model.ts'
import { searchWords } from '../intent/search-words.ts'
import type { Reading } from './reading.ts'
import type { SearchRequest } from './request.ts'

/** Between a count and the words that it is of: "4 good budgeting apps". */
const MAX_TOKENS_BETWEEN = 4

/** The searches that a message asks for, and the counts that belong to none of them. */
export function searchesOf({ tokens, items, slots }: Reading, model: Model, isOnly: boolean) {
  // A place that nobody asked for the time of is where something is to be: "coworking in Berlin".
  const places = slots.zones.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  )
  const [first = [], ...others] = searchWords(items, model)
  const found = [isOnly && first.length > 0 ? [...first, ...places] : first, ...others].filter(
    (one) => one.length > 0,
  )
  const counts = slots.counts.filter(({ from }) => !found.flat().includes(from))
  const ownCounts = found.map((places) => {
    const [first = 0] = places
    if (isOnly && found.length === 1) return counts.at(-1)
    return counts.findLast(({ from }) => from < first && first - from <= MAX_TOKENS_BETWEEN)
  })
  const hasTime = isOnly && slots.times.some(({ value }) => !value.weak)
  const searches = found.map((places, at): SearchRequest => {
    const words = places.map((place) => tokens[place]?.text ?? '').join(' ')
    return { kind: 'search', words, count: ownCounts[at]?.value, hasTime }
  })
  return { searches, otherCounts: slots.counts.filter((count) => !ownCounts.includes(count)) }
}
