import { COUNT } from '../../ranking/limits.ts'
import type { Model } from '../intent/model.ts'
import { textBetween, wordsIn } from '../normalise/tokens.ts'
import { topicIn } from '../slots/topics.ts'
import { rankingsOf } from './actions.ts'
import { lengthOf, type State } from './follow-up.ts'
import { capitalized, namesIn, type Reading } from './reading.ts'
import {
  type AskRequest,
  isList,
  type LaunchDayOperation,
  type Measure,
  type Operation,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  talk,
} from './request.ts'

/** A message as far as it asks about products. */
interface Asked extends Omit<AskRequest, 'kind' | 'set'> {
  reading: Reading
  state: State
  references: readonly Reference[]
  /** Whether it speaks of what was listed. */
  isOfThem: boolean
  hasTime: boolean
}

/** The question that a message asks about known products. */
export function readQuestion(
  reading: Reading,
  message: string,
  state: State,
  model: Model,
): Request {
  const { intent, operation: guess } = reading
  if (intent === 'ask' && isOfLaunchDay(guess.name))
    return launchDayQuestion(guess.name, reading, message, { state, model })
  if (isOfTime(reading, message)) return rankingOf({ reading, state, hasTime: true })
  const asked = askedOf(reading, message, state, model)
  if (!asked) return talk('unknown')
  const { operation, measure, isSorted, topic, bounds } = asked
  if (isOfWindow(asked)) return rankingOf(asked)
  if (operation === 'keep' && !bounds && !asked.isOfThem && state.last?.kind === 'ranking')
    return { ...rankingOf(asked), topic }
  const beyond = operation === 'about' ? nextPlace(asked) : undefined
  if (beyond) return beyond
  const set = setOf(asked)
  if (!set) return talk('unclear')
  const isPlain = operation === 'most' && measure === 'votes' && !isSorted
  if (set.kind === 'window' && isPlain)
    return { ...set.ranking, topic, count: set.ranking.count ?? 1 }
  return { kind: 'ask', operation, measure, isSorted, set, topic, bounds }
}

/** Stands for the products that were listed. */
const THEM =
  /\b(?:them|those|these|they|their|of the (?:list|\d+|bunch|lot)|all \d+|both|(?:the|that|your|this) list|(?:which|what) ones|ones (?:above|you))\b/
/** Stands for one product. */
const IT = /\b(?:it|its|this (?:one|product|app)|that|he|she)\b/
const SORTED = /\b(?:sort(?:ed)?|order(?:ed)?|arranged?|reversed?)\b/
const COMMENTS = /\b(?:comment(?:s|ed)?|discuss(?:ed|ions?)?|repl(?:y|ies)|talked about|feedback)\b/
const AGE =
  /\b(?:old(?:er|est)?|young(?:er|est)?|new(?:er|est)?|recent|earl(?:y|ier|iest)|lat(?:er|est)|(?:launch|launched|come|came) (?:out )?(?:first|last|before|after)|dates?)\b/
/** Of a single product, or of each of some. */
const OF_ONE = /^(?:about|like|votes|comments|launch|topics|tagline|link|rank)$/
const OF_TWO = /^(?:compare|difference)$/

/** Of a time without a product, what would be asked of a product is a ranking, unless it is surely none. */
function isOfTime(reading: Reading, message: string): boolean {
  const { operation, slots, heard, tokens } = reading
  const isNamed =
    slots.places.length > 0 ||
    capitalized({ tokens, slots }, message).length > 0 ||
    THEM.test(textBetween(heard)) ||
    IT.test(textBetween(heard))
  if (isNamed || !slots.times.some(({ value }) => !value.weak)) return false
  const isUnsure = operation.name === 'unknown' && operation.probability < SURE
  return isUnsure || OF_ONE.test(operation.name)
}

const SURE = 0.6

/** Undefined if it asks for what no tool knows. */
function askedOf(reading: Reading, message: string, state: State, model: Model): Asked | undefined {
  const { heard, slots } = reading
  const text = textBetween(heard)
  const [bounds] = slots.bounds.map(({ value }) => value)
  const named = operationOf(reading, state)
  const isLimiting = bounds && named !== 'count' && named !== 'sum'
  const operation = isLimiting ? 'keep' : named
  const isOfThem = THEM.test(text)
  if (!operation) return undefined
  const hasTime = slots.times.some(({ value }) => !value.weak)
  const isOfIt = !isOfThem && IT.test(text) && !(hasTime && slots.places.length > 0)
  const references = referencesIn(reading, message, { operation, isOfThem, isOfIt, model })
  const topic = references.length === 0 ? topicIn(heard) : undefined
  // "Which one is for school?": what is described is looked for, in the list first.
  const isDescribed = operation === 'keep' && !topic && !bounds
  const described = isDescribed ? namesIn(reading, message, model, false) : []
  if (isDescribed && described.length === 0) return undefined
  return {
    reading,
    state,
    ...measured(isDescribed ? 'about' : operation, text),
    isSorted: SORTED.test(text),
    references: isDescribed ? described.slice(0, 1).map((name) => ({ name })) : references,
    topic,
    bounds,
    isOfThem,
    hasTime,
  }
}

/** What the model takes it to ask; "and the second?" asks the same as before. */
function operationOf({ operation: { name } }: Reading, { asked }: State): Operation | undefined {
  if (name === 'same') return asked && asked !== 'history' && OF_ONE.test(asked) ? asked : 'about'
  return name === 'unknown' ? undefined : (name as Operation)
}

function measured(operation: string, text: string): { operation: Operation; measure: Measure } {
  if (operation === 'newest') return { operation: 'most', measure: 'launch' }
  if (operation === 'oldest') return { operation: 'fewest', measure: 'launch' }
  const isOfAge = OF_TWO.test(operation) && AGE.test(text)
  const measure = COMMENTS.test(text) ? 'comments' : isOfAge ? 'launch' : 'votes'
  return { operation: operation as Operation, measure }
}

/** What stands for products without naming them. */
interface Hints {
  operation: Operation
  isOfThem: boolean
  isOfIt: boolean
}

/** The products that a message names, by their names, their places or as "it". */
function referencesIn(
  reading: Reading,
  message: string,
  { operation, isOfThem, isOfIt, model }: Hints & { model: Model },
): Reference[] {
  const isOfTwo = OF_TWO.test(operation)
  const isOfSome = !isOfTwo && !OF_ONE.test(operation)
  const places = placesIn(reading, isOfTwo)
  const it: Reference[] = isOfIt ? ['it'] : []
  // Beside "the second", "them" or "most votes", only a name in capital letters is one.
  const isWritten = isOfThem || isOfSome || places.length + it.length > (isOfTwo ? 1 : 0)
  // A word that the model knows is no name by itself.
  const names = namesIn(reading, message, isWritten ? undefined : model, isOfTwo)
    .filter((name) => !model.cues.has(name))
    .map((name): Reference => ({ name }))
  if (isOfSome) return names.length + places.length > 1 ? [...places, ...names] : []
  if (isOfTwo && names.length < 2) return [...it, ...places, ...names].slice(0, MAX_COMPARED)
  if (names.length > 0) return names
  // "What rank is it?", "is it first?"
  return operation === 'rank' && isOfIt ? it : [...places, ...it].slice(0, places.length || 1)
}

const MAX_COMPARED = 5

/** The places of a list, also those of "compare the top two". */
function placesIn({ slots }: Reading, isOfTwo: boolean): Reference[] {
  const places = slots.places.flatMap(({ value }) => value)
  const few = isOfTwo && places.length === 0 ? (slots.counts[0]?.value ?? 0) : 0
  const first = Array.from({ length: Math.min(few, COUNT.max) }, (_, at) => at + 1)
  return [...places, ...first].map((place) => ({ place }))
}

function isPlace(reference: Reference): reference is { place: number } {
  return typeof reference === 'object' && 'place' in reference
}

/** "The #1 today": a place in a ranking of its own. "The first launch today" is the earliest. */
function isOfWindow({ reading, hasTime, isOfThem, operation, measure, references, state }: Asked) {
  const [place = 0, ...others] = reading.slots.places.flatMap(({ value }) => value)
  if (!hasTime || isOfThem || place === 0 || !references.every(isPlace)) return false
  if (OF_TWO.test(operation)) return !state.last && references.length > 0
  return others.length > 0 ? OF_ONE.test(operation) : place !== 1 || measure !== 'launch'
}

/** "And the 4th?", after a list of three: the list goes on. */
function nextPlace({ references: [first, ...others], state: { last } }: Asked) {
  if (!first || !isPlace(first) || others.length > 0) return undefined
  const { place } = first
  if (!last || !isList(last) || place <= lengthOf(last)) return undefined
  return place > COUNT.max ? talk('too-far') : { ...last, count: place, after: place - 1 }
}

/** The products that an operation is about: those named, those listed, or those of a time. */
function setOf(asked: Asked): ProductSet | undefined {
  const { references, isOfThem, state, hasTime, operation } = asked
  const list = state.last && isList(state.last) ? state.last : undefined
  const listed: ProductSet = { kind: 'listed', list }
  if (references.length > 0) return productsOf(references, operation) ?? listed
  if (hasTime || isOfAll(asked)) return { kind: 'window', ranking: rankingOf(asked) }
  const isOfSubject = state.hasSubject || /^(?:about|like)$/.test(operation)
  if (OF_ONE.test(operation) && !isOfThem && isOfSubject) {
    return { kind: 'products', references: ['it'] }
  }
  return state.last || state.hasSubject ? listed : undefined
}

/** A comparison with a single product is with the one that was spoken of. */
function productsOf(
  references: readonly Reference[],
  operation: Operation,
): ProductSet | undefined {
  const [first] = references
  if (references.length > 1 || !OF_TWO.test(operation)) return { kind: 'products', references }
  // "By how much did the first win?"
  if (!first || first === 'it' || isPlace(first)) return undefined
  return { kind: 'products', references: ['it', first] }
}

/** Without words such as "of them", launches are counted and kept to those with so many votes in all. */
function isOfAll({ isOfThem, state, operation, bounds }: Asked): boolean {
  if (isOfThem || (operation === 'keep' && !bounds)) return false
  if (operation === 'busiest' || !state.hasHistory) return true
  return /^(?:count|keep)$/.test(operation) && state.last?.kind !== 'search'
}

/** The ranking of the message, with what it leaves open from the one before. */
function rankingOf({
  reading,
  state: { ranking: before },
  hasTime,
}: Pick<Asked, 'reading' | 'state' | 'hasTime'>): RankingRequest {
  const counts = reading.slots.counts.map(({ value }) => value)
  const [own] = rankingsOf(reading, counts)
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

const VOTES = /\b(\d+) (?:up)?votes?\b/
const AT_AGE = /\b(?:(\d+)|an?|one|first) (hour|day)s?\b|\bhour (\d+)\b/
const DAY_HOURS = 24

export function isOfLaunchDay(name: string): name is LaunchDayOperation {
  return /^(?:against|needed|usual)$/.test(name)
}

/** How a launch stands against the first of its day or those of its age, and how many votes a place takes. */
export function launchDayQuestion(
  operation: LaunchDayOperation,
  reading: Reading,
  message: string,
  { state, model }: { state: State; model: Model },
): Request {
  const { slots, heard } = reading
  const details = { operation, measure: 'votes', isSorted: false } as const
  const request = { kind: 'ask', ...details, topic: undefined, bounds: undefined } as const
  const place = slots.counts.at(-1)?.value ?? slots.places.flatMap(({ value }) => value).at(-1)
  const [name] = namesIn(reading, message, model, false).filter((one) =>
    wordsIn(one).some((word) => !model.cues.has(word)),
  )
  if (name) return { ...request, place, set: { kind: 'products', references: [{ name }] } }
  const age = operation === 'usual' ? ageIn(textBetween(heard)) : undefined
  if (age) return { ...request, set: age }
  if (state.hasSubject) return { ...request, place, set: { kind: 'products', references: ['it'] } }
  if (operation !== 'needed') return talk('which-product')
  const [own] = rankingsOf(reading, [])
  return { ...request, place, set: { kind: 'window', ranking: { kind: 'ranking', ...own } } }
}

/** "40 votes after 6 hours". */
function ageIn(text: string): AskRequest['set'] | undefined {
  const votes = VOTES.exec(text)?.[1]
  const [isAged, count = '1', unit = 'hour', hour = count] = AT_AGE.exec(text) ?? []
  if (!votes && !isAged) return undefined
  const hours = isAged ? Number(hour) * (unit === 'day' ? DAY_HOURS : 1) : undefined
  return { kind: 'age', hours, votes: votes === undefined ? undefined : Number(votes) }
}
