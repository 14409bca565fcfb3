import type { Model } from '../intent/model.ts'
import { searchWords } from '../intent/search-words.ts'
import { isConfetti } from '../slots/confetti.ts'
import { strongest } from '../slots/slots.ts'
import { isThing, topicNamed } from '../slots/topics.ts'
import { confettiRequest } from './confetti-request.ts'
import { rankingsOf } from './rankings.ts'
import type { Reading } from './reading.ts'
import { type Request, type SearchRequest, talk } from './request.ts'

/** Requests for tools, in the order of the message. */
export function actions(reading: Reading, message: string, model: Model): Request[] {
  const { intent, tokens, items, slots } = reading
  const kinds = intent.split('+')
  const isOnly = kinds.length === 1
  const { searches, otherCounts } = kinds.includes('search')
    ? searchesOf(reading, model, isOnly)
    : { searches: [], otherCounts: slots.counts }
  const isRanking = isOnly && isOfTopic(reading, searches[0]?.words)
  if (isRanking) kinds.splice(0, 1, 'ranking')
  const counts = (isRanking ? slots.counts : otherCounts).map(({ value }) => value)
  const hasConfetti = items.some(
    ({ text, at }) => isConfetti(text) && !isThing(tokens[at + 1]?.text),
  )
  return [
    ...(kinds.includes('ranking') ? rankingsOf(reading, counts) : []),
    ...(kinds.includes('search') ? (searches.length > 0 ? searches : [talk('what-for')]) : []),
    ...(kinds.includes('confetti') || hasConfetti
      ? [confettiRequest(reading, message, isOnly)]
      : []),
  ]
}

/** The call of a tool that the intent names, with what was found in the message. */
export function namedTool(reading: Reading, model: Model): Request {
  const { slots, topic, intent: name } = reading
  const [{ words } = {}] = searchesOf(reading, model, true).searches
  const values = {
    limit: slots.counts.at(-1)?.value,
    timeframe: strongest(slots.times)[0]?.value.text,
    tz: slots.zones[0]?.value,
    topic,
    query: words,
    product: words,
  }
  return { kind: 'tool', name, values }
}

/** Whether a search is for the best of a topic: "best AI tools this month", "top 5 in design". */
function isOfTopic({ slots, tokens, topic }: Reading, sought?: string): boolean {
  const isTimed = slots.times.some(({ value }) => !value.weak)
  const named = sought === undefined ? topic : topicNamed(sought)
  return (isTimed || tokens.some(({ text }) => text === 'top')) && named !== undefined
}

/** Between a count and the words that it is of: "4 good budgeting apps". */
const MAX_TOKENS_BETWEEN = 4

/** The searches that a message asks for, and the counts that belong to none of them. */
export function searchesOf({ tokens, items, slots }: Reading, model: Model, isOnly: boolean) {
  // A place that nobody asked for the time of is where something is to be: "coworking in Berlin".
  const places = slots.zones.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  )
  const [first = [], ...others] = searchWords(items, model)
  const withPlaces = isOnly && first.length > 0 ? [...first, ...places] : first
  const found = [withPlaces, ...others].filter(({ length }) => length > 0)
  const counts = slots.counts.filter(({ from }) => !found.flat().includes(from))
  const ownCounts = found.map(([first = 0]) => {
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
