import { COUNT } from '../../ranking/limits.ts'
import { AT_ONCE, rankingsOf } from './actions.ts'
import { namesIn, placeNumbers, type Reading } from './reading.ts'
import {
  type AskRequest,
  isList,
  type Operation,
  type ProductSet,
  type RankingRequest,
  type Reference,
} from './request.ts'
import { lengthOf, type State } from './state.ts'

/** Stands for the products that were listed. */
export const THEM =
  /\b(?:them|those|these|they|their|left|remain(?:s|ing)?|(?:is|are) that$|of the (?:list|\d+|bunch|lot)|all \d+|both|(?:the|that|your|this) list|(?:which|what) ones|ones (?:above|you))\b|^which (?:have|had|got) (?:fewer|less|more|under|over|at)\b/
const FIELDS_OF_ALL = /\b(?:taglines|descriptions|slogans|links|urls|dates|times|ranks)\b/

/** Whether it speaks of all that was listed: "and the taglines?", unless one of it was spoken of. */
export function isOfListed(text: string, hasSubject = false): boolean {
  return THEM.test(text) || (FIELDS_OF_ALL.test(text) && !hasSubject)
}

/** Stands for one product. */
export const IT = /\b(?:it|its|this (?:one|product|app)|that|he|she)\b/

/** Stands for the product of whoever asks. */
export const OWN = /\b(?:we|us|our|ours|i|my)\b/

/** Stands for the two that were spoken of last. */
export const TWO =
  /\b(?:both|(?:the|these|those|them|of|which) 2(?! (?:days?|weeks?|months?|hours?|topics?|votes?|comments?)\b))\b/

/** Of a single product, or of each of some. */
export const OF_ONE =
  /^(?:about|like|votes|comments|launch|topics|tagline|link|rank|won|above|below|trend|chased|pass|age|ratio)$/
export const OF_TWO = /^(?:compare|shared|difference)$/

/** What stands for products without naming them. */
interface Hints {
  operation: Operation
  isOfThem: boolean
  isOfIt: boolean
}

/** The products that a message names, by their names, their places or as "it". */
export function referencesIn(
  reading: Reading,
  { operation, isOfThem, isOfIt }: Hints,
): Reference[] {
  const isOfTwo = OF_TWO.test(operation)
  const isOfSome = !isOfTwo && operation !== 'drop' && !OF_ONE.test(operation)
  const places = placesIn(reading, isOfTwo)
  const it: Reference[] = isOfIt ? ['it'] : []
  const others = places.length + it.length
  // Beside "the second", "them" or "most votes", only a name in capital letters is one.
  const isWritten = isOfThem || isOfSome || others > (isOfTwo ? 1 : 0)
  const names = namesIn(reading, { isWritten, isOfTwo }).map((name): Reference => ({ name }))
  if (isOfSome) return names.length + places.length > 1 ? [...places, ...names] : []
  if (isOfTwo && names.length < 2) return [...it, ...places, ...names].slice(0, MAX_REFERENCES)
  return names.length > 0 ? names : [...unnamed(operation, places, it)]
}

/** "What rank is it?", "is it first?" */
function unnamed(operation: Operation, places: readonly Reference[], it: readonly Reference[]) {
  const isOfRank = operation === 'rank' && it.length > 0
  return isOfRank ? it : [...places, ...it].slice(0, places.length || 1)
}

const MAX_REFERENCES = 5

/** The places of a list, also those of "compare the top two", "compare 2 and 4". */
function placesIn({ slots }: Reading, isOfTwo: boolean): Reference[] {
  const places = placeNumbers({ slots })
  const counts = isOfTwo && places.length === 0 ? slots.counts.map(({ value }) => value) : []
  const [count = 0] = counts
  const first = Array.from({ length: Math.min(count, COUNT.max) }, (_, at) => at + 1)
  return [...places, ...(counts.length > 1 ? counts : first)].map((place) => ({ place }))
}

export function isNamed(reference: Reference): reference is { name: string } {
  return typeof reference === 'object' && 'name' in reference
}

export function isPlace(reference: Reference): reference is { place: number } {
  return typeof reference === 'object' && 'place' in reference
}

/** A comparison with a single product is with the one that was spoken of. */
function referredSet(
  references: readonly Reference[],
  operation: Operation,
): ProductSet | undefined {
  const [first] = references
  if (references.length > 1 || !OF_TWO.test(operation)) return { kind: 'products', references }
  if (!first || first === 'it') return undefined
  // "By how much did the first win?", "how far behind is the third?"
  if (isPlace(first))
    return first.place > 1 ? { kind: 'products', references: upTo(first.place) } : undefined
  return { kind: 'products', references: ['it', first] }
}

function upTo(place: number): Reference[] {
  return Array.from({ length: place }, (_, at) => ({ place: at + 1 }))
}

/** A message as far as it asks about products. */
export interface Asked extends Omit<AskRequest, 'kind' | 'set'> {
  /** The topics that it names. Only the first narrows it. */
  topics: readonly string[]
  reading: Reading
  state: State
  references: readonly Reference[]
  /** Whether it speaks of what was listed. */
  isOfThem: boolean
  hasTime: boolean
}

/** The products that an operation is about: those named, those listed, or those of a time. */
export function setOf(asked: Asked): ProductSet | undefined {
  const { references, isOfThem, state, hasTime, operation, topics } = asked
  const listed = listedIn(state)
  if (references.length > 0) return referredSet(references, operation) ?? listed
  const isOfFew = OF_ONE.test(operation) || (OF_TWO.test(operation) && topics.length < 2)
  if (isOfFew && !hasTime && !state.hasHistory) return undefined
  if (hasTime || asked.isOfFew || isOfAll(asked))
    return { kind: 'window', rankings: rankingsAsked(asked) }
  const isOfSubject = state.hasSubject || /^(?:about|like)$/.test(operation)
  if (OF_ONE.test(operation) && !isOfThem && isOfSubject) {
    return { kind: 'products', references: ['it'] }
  }
  if (!state.hasHistory) return undefined
  return OF_ONE.test(operation) && !isOfThem ? { ...listed, isOfOne: true } : listed
}

/** Who is worst of a list is last of all. */
const LAST = /\b(?:worst|flop|(?:last|bottom) place)\b/

export function bothOf(state: State): ProductSet {
  const { two = [] } = state
  return two.length === 2
    ? { kind: 'products', references: two }
    : { ...listedIn(state), isOfTwo: true }
}

export function listedIn({ last }: State): ProductSet & { kind: 'listed' } {
  return { kind: 'listed', list: last && isList(last) ? last : undefined }
}

/** "All nine", after a list of three. */
export function isOfMore({ slots }: Reading, { last }: State): boolean {
  const count = slots.counts.at(-1)?.value ?? 0
  return last?.kind === 'ranking' && count > lengthOf(last) && count <= COUNT.max
}

/** Without words such as "of them", launches are counted and kept to those with so many votes in all. */
function isOfAll({ isOfThem, state, operation, bounds, weekdays, reading }: Asked): boolean {
  if (weekdays && weekdays.length > 0) return true
  if (isOfThem || (operation === 'keep' && !bounds)) return false
  if (state.last?.kind === 'ranking' && LAST.test(reading.text)) return true
  if (/^(?:busiest|quietest)$/.test(operation) || !state.hasHistory) return true
  const isOfFew = reading.slots.counts.length > 0 && state.last?.kind === 'ranking'
  if (/^(?:sum|average)$/.test(operation) && isOfFew) return true
  return /^(?:count|keep)$/.test(operation) && state.last?.kind !== 'search'
}

/** The rankings of the message for each of its times and topics, with what it leaves open from the one before. */
function rankingsAsked(asked: RankingAsked): RankingRequest[] {
  const { reading, topics, hasTime } = asked
  const { ranking: before } = asked.state
  const counts = reading.slots.counts.map(({ value }) => value)
  // All launches are added up, unless it names a number of them.
  const isWhole = /^(?:sum|average)$/.test(reading.operation.name) && counts.length === 0
  const own = rankingsOf(reading, counts)
    .map((one) => (isWhole ? { ...one, count: undefined } : one))
    .map((ranking) =>
      hasTime || !before
        ? ranking
        : {
            ...ranking,
            count: ranking.count ?? before.count,
            time: before.time,
            topic: ranking.topic ?? before.topic,
            also: ranking.topic === undefined ? before.also : undefined,
            isOfTopicSaid: ranking.topic === undefined && before.isOfTopicSaid,
            except: [...(before.except ?? []), ...(ranking.except ?? [])],
            zone: ranking.zone ?? before.zone,
            isRecent: before.isRecent ?? false,
          },
    )
  if (topics.length === 0 || asked.isOfFew)
    return own.slice(0, MAX_REFERENCES).map((one) => (asked.isOfFew ? ofAll(one) : one))
  const [topic, ...also] = topics
  if (also.length > 0 && AT_ONCE.test(reading.text))
    return own.slice(0, 1).map((ranking) => ({ ...ranking, topic, also }))
  return topics
    .flatMap((topic) => own.map((ranking) => ({ ...ranking, topic })))
    .slice(0, MAX_REFERENCES)
}

type RankingAsked = Pick<Asked, 'reading' | 'state' | 'hasTime' | 'topics' | 'isOfFew'>

/** What keeps to some of a list is no part of the ranking that it is. */
function ofAll(ranking: RankingRequest): RankingRequest {
  return { ...ranking, topic: undefined, also: undefined, except: undefined }
}

export function firstRanking(asked: RankingAsked): RankingRequest {
  return { kind: 'ranking', ...rankingsAsked(asked)[0] }
}
