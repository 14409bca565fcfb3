import { COUNT } from '../../ranking/limits.ts'
import type { Model } from '../intent/model.ts'
import { textBetween } from '../normalise/tokens.ts'
import { strongest } from '../slots/slots.ts'
import { topicIn } from '../slots/topics.ts'
import type { AskRequest, ProductSet, Reference } from './ask.ts'
import { lengthOf, type State } from './follow-up.ts'
import { capitalized, namesIn } from './names.ts'
import {
  asks,
  conditionIn,
  extremeIn,
  fieldIn,
  IT,
  measureIn,
  type Operation,
  PLACE_ALONE,
  placesIn,
  THEM,
} from './operation.ts'
import { rankingsOf, withoutTimes } from './rankings.ts'
import type { Reading } from './reading.ts'
import type { RankingRequest, Request } from './request.ts'
import { isList, talk } from './request.ts'

/** A question, with what it may be about. */
interface Asked {
  text: string
  reading: Reading
  state: State
  references: readonly Reference[]
  /** Whether it speaks of what was listed. */
  isOfThem: boolean
  hasTime: boolean
}

/** The question that a message asks about known products. */
export function readAsk(reading: Reading, message: string, state: State, model: Model): Request {
  const asked = askedOf(reading, message, state, model)
  const { text, reading: read } = asked
  if (asks.unknown(withoutNames(asked))) return talk('unknown')
  const condition = conditionIn(text)
  const topic = asked.references.length === 0 ? topicIn(read.heard) : undefined
  const operation = condition && !asks.count(text) ? LIST : operationOf(asked, topic)
  if (isOfWindow(asked) && !isOfKnown(operation, state)) return rankingOf(asked)
  if (!operation) return talk(asked.references.length > 0 || asked.isOfThem ? 'unknown' : 'unclear')
  const beyond = operation.name === 'about' ? nextPlace(asked) : undefined
  if (beyond) return beyond
  const set = setOf(asked, operation)
  return set ? ({ kind: 'ask', operation, set, topic, condition } satisfies AskRequest) : UNCLEAR
}

const LIST: Operation = { name: 'list' }
const UNCLEAR = talk('unclear')

/** "The #1 today": a place in a ranking of its own. */
function isOfWindow({ references, hasTime, isOfThem }: Asked): boolean {
  return hasTime && !isOfThem && references.length > 0 && references.every(isPlace)
}

/** Whether something is asked of a place that a list before it has. */
function isOfKnown(operation: Operation | undefined, { last }: State): boolean {
  if (!operation || operation.name === 'about') return false
  return last !== undefined || operation.name !== 'field'
}

function isPlace(reference: Reference): boolean {
  return typeof reference === 'object' && 'place' in reference
}

function withoutNames({ text, references }: Asked): string {
  const names = references.flatMap((one) =>
    typeof one === 'object' && 'name' in one ? one.name : [],
  )
  return names.reduce((left, name) => left.replace(name.toLowerCase(), ' '), text)
}

/** "And the 4th?", after a list of three: the list goes on. */
function nextPlace({
  references: [first, ...others],
  state: { last },
}: Asked): Request | undefined {
  if (typeof first !== 'object' || !('place' in first) || others.length > 0) return undefined
  const { place } = first
  if (!last || !isList(last) || place <= lengthOf(last)) return undefined
  return place > COUNT.max ? talk('too-far') : { ...last, count: place, after: place - 1 }
}

function askedOf(reading: Reading, message: string, state: State, model: Model): Asked {
  const text = textBetween(reading.heard)
  const times = strongest(reading.slots.times).filter(({ value }) => !value.weak)
  const isPlaceAlone = PLACE_ALONE.test(text)
  const hasTime = times.length > 0 && !isPlaceAlone
  const isOfThem = THEM.test(text)
  const places = placesIn(isPlaceAlone ? text : withoutTimes(reading)).map(
    (place): Reference => ({ place }),
  )
  const isOfSeveral = asks.comparison(text) || asks.difference(text)
  // Beside "the second", "them" or "most votes", only a name in capital letters is one.
  const isOfOthers =
    isOfThem || extremeIn(text) !== undefined || (places.length > 0 && !isOfSeveral)
  const written = isOfOthers ? capitalized(reading, message) : namesIn(reading, message, model)
  const names = written.map((name): Reference => ({ name }))
  const isIt =
    (isOfSeveral || places.length === 0) &&
    names.length + places.length < 2 &&
    IT.test(text) &&
    !isOfThem
  const others = [...(isIt ? (['it'] as const) : []), ...places]
  const references = names.length > 0 && !isOfSeveral ? names : [...others, ...names]
  return { text, reading, state, references, isOfThem, hasTime }
}

function operationOf(asked: Asked, topic: string | undefined): Operation | undefined {
  const { text, references, isOfThem, state } = asked
  const field = measureIn(text)
  const [only] = references
  if (asks.topics(text) && !only && !isOfThem) return { name: 'topics' }
  if (asks.difference(text)) return { name: 'difference', field }
  if (references.length > 1) return { name: 'compare', field }
  if (only) {
    const isWithOther = asks.comparison(text) && only !== 'it' && state.hasSubject
    return isWithOther ? { name: 'compare', field } : operationOfOne(text)
  }
  if (asks.count(text)) return { name: 'count' }
  if (asks.sum(text) && field !== 'launch') return { name: 'sum', field }
  return extremeIn(text) ?? (topic && isOfThem ? LIST : operationOfLast(asked))
}

/** What is asked of the product that was spoken of, or of all that were listed. */
function operationOfLast({ text, isOfThem, hasTime }: Asked): Operation | undefined {
  const field = fieldIn(text)
  if (field && (isOfThem || !hasTime)) return { name: 'field', field }
  if (asks.like(text)) return { name: 'like' }
  return asks.about(text) ? { name: 'about' } : undefined
}

/** What is asked of a single product: a field of it, or everything if no more is said than its name. */
function operationOfOne(text: string): Operation | undefined {
  if (/\blike\b|similar|alternative|related/.test(text) && asks.like(text)) return { name: 'like' }
  const field = fieldIn(text)
  if (field) return { name: 'field', field }
  const isBare = text.split(' ').length <= 4
  return asks.about(text) || isBare ? { name: 'about' } : undefined
}

/** The products that an operation is about: those named, those listed, or those of a time. */
function setOf(asked: Asked, operation: Operation): ProductSet | undefined {
  const { references, isOfThem, state, hasTime } = asked
  const list = state.last && isList(state.last) ? state.last : undefined
  const listed: ProductSet = { kind: 'listed', list }
  if (references.length > 0) return productsOf(references, operation) ?? listed
  if (hasTime || isOfAll(asked, operation)) return { kind: 'window', ranking: rankingOf(asked) }
  const isOfOne = /^(?:field|about|like)$/.test(operation.name)
  if (isOfOne && !isOfThem) return { kind: 'products', references: ['it'] }
  return state.last || state.hasSubject ? listed : undefined
}

/** A comparison with a single product is with the one that was spoken of. */
function productsOf(references: readonly Reference[], { name }: Operation): ProductSet | undefined {
  const [first] = references
  const isAlone = references.length === 1 && first !== 'it'
  if (!isAlone || !/^(?:compare|difference)$/.test(name)) return { kind: 'products', references }
  // "By how much did the first win?"
  const isPlace = typeof first === 'object' && 'place' in first
  return isPlace ? undefined : { kind: 'products', references: ['it', ...references] }
}

/** Without words such as "of them", launches are counted and kept to those with so many votes in all. */
function isOfAll({ isOfThem, state, text }: Asked, { name }: Operation): boolean {
  if (isOfThem) return false
  if (name === 'topics' || !state.hasHistory) return true
  if (name === 'count') return true
  return name === 'list' && !/\b(?:which|only (?:those|the ones)|ones)\b/.test(text)
}

/** The ranking of the message, with what it leaves open from the one before. */
function rankingOf({ reading, state: { ranking: before }, hasTime }: Asked): RankingRequest {
  const [own] = rankingsOf(
    reading,
    reading.slots.counts.map(({ value }) => value),
  )
  const ranking: RankingRequest = { kind: 'ranking', ...own }
  if (hasTime || !before) return ranking
  return {
    ...ranking,
    count: ranking.count ?? before.count,
    time: before.time,
    zone: ranking.zone ?? before.zone,
    isRecent: before.isRecent ?? false,
  }
}
