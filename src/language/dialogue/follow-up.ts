import { COUNT } from '../../ranking/limits.ts'
import { textBetween } from '../normalise/tokens.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { partInContext } from '../slots/parts.ts'
import {
  FUTURE,
  isBoundless,
  named,
  RELATIVE,
  shifted,
  type Timeframe,
} from '../slots/timeframe.ts'
import { impliedCount, rankingsOfEach } from './actions.ts'
import type { Reading } from './reading.ts'
import {
  type AskRequest,
  isList,
  isToolRequest,
  isTopic,
  type ListRequest,
  type Measure,
  type Operation,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  rankingsIn,
  type SearchRequest,
  type ToolRequest,
  talk,
} from './request.ts'

/** The requests that later messages may refer to. */
export interface State {
  ranking?: RankingRequest | undefined
  /** What was listed last, or the burst of confetti. */
  last?: ToolRequest | undefined
  /** Whether a product was spoken of after it. */
  hasSubject?: boolean
  /** Whether two of them were, beside each other. */
  hasPair?: boolean
  /** The last two products that were asked for, beside each other or one after the other. */
  two?: readonly Reference[]
  /** The place of a list that was asked for last. */
  place?: number | undefined
  /** The product of whoever asks. */
  own?: string | undefined
  /** The product of a question that was not answered. */
  product?: string | undefined
  /** What was asked of the launches of a time in the message before. */
  question?: AskRequest | undefined
  /** What was asked last. */
  asked?: Operation | 'history' | undefined
  /** What was kept of a list in the message before. */
  kept?: AskRequest | undefined
  /** By what it was asked. */
  measure?: Measure | undefined
  /** The ranking of another time before the last one. */
  previous?: RankingRequest | undefined
  hasHistory?: boolean
}

export function remember(requests: readonly Request[], state: State): State {
  const served = requests.filter(isToolRequest)
  const asks = served.filter(({ kind }) => kind === 'ask' || kind === 'history')
  const lists = served.filter((request) => !asks.includes(request))
  const [[talked], [first]] = [requests, served]
  const ranking = rankingIn(served) ?? state.ranking
  const asked = first ? askedOf(first, state) : { question: state.question, measure: state.measure }
  const isMoved = ranking?.time?.text !== state.ranking?.time?.text
  return {
    ranking,
    previous: isMoved ? state.ranking : state.previous,
    last:
      lists.findLast(({ kind }) => kind !== 'confetti') ??
      lists.at(-1) ??
      listBefore(state, asked.question),
    hasSubject: asks.some(isOfProduct) || (lists.length === 0 && state.hasSubject === true),
    asked: askedIn(asks) ?? state.asked,
    hasPair: served.length > 0 ? served.some(isOfPair) : state.hasPair === true,
    two: twoAfter(served, state),
    place: served.length > 0 ? placeIn(served, state) : state.place,
    own: ownOf(served, state),
    product: talked?.kind === 'talk' ? (talked.product ?? state.product) : undefined,
    ...asked,
    hasHistory: true,
  }
}

/** What a request asks of the launches of a time, or keeps of a list. */
function askedOf(first: ToolRequest, { measure }: State) {
  if (first.kind !== 'ask') return { question: undefined, measure }
  const { set, topic, bounds } = first
  return {
    measure: first.measure,
    question: set.kind === 'window' ? first : undefined,
    kept: set.kind === 'listed' && (topic || bounds) ? first : undefined,
  }
}

/** The list before a question, unless that is answered by another one. */
function listBefore({ last }: State, question?: AskRequest) {
  return question && /^(?:keep|list)$/.test(question.operation) ? undefined : last
}

function askedIn(requests: readonly ToolRequest[]) {
  const last = requests.at(-1)
  return last?.kind === 'ask' ? last.operation : last && 'history'
}

function isOfProduct(request: ToolRequest): boolean {
  return request.kind === 'history' || (request.kind === 'ask' && request.set.kind === 'products')
}

function twoAfter(
  requests: readonly ToolRequest[],
  { two = [], last }: State,
): readonly Reference[] {
  const each = requests.map((request) => productsIn(request, last))
  const found = each.flat().filter((one) => one !== 'it')
  return each.some(({ length }) => length === 0) ? [] : [...two, ...found].slice(-2)
}

/** The products that a request asks for, if these are one or two. */
function productsIn(request: ToolRequest, last: ToolRequest | undefined): readonly Reference[] {
  if (request.kind === 'ranking') {
    const { count = 0, after = 0 } = request
    return count === after + 1 ? [{ place: count, of: { ...request, after: undefined } }] : []
  }
  if (request.kind === 'ask' && request.set.kind === 'listed' && request.set.isOfTwo) return ['it']
  const all =
    request.kind === 'ask' && request.set.kind === 'products' ? request.set.references : []
  const ofLast = last?.kind === 'ranking' ? { of: { ...last, after: undefined } } : {}
  const found = all.map((one) => (one !== 'it' && 'place' in one ? { ...ofLast, ...one } : one))
  return found.length > 2 ? [] : found
}

function placeIn([request]: readonly ToolRequest[], state: State): number | undefined {
  if (request?.kind === 'ranking') return isPlace(request) ? request.count : undefined
  const [one] =
    request?.kind === 'ask' && request.set.kind === 'products' ? request.set.references : []
  if (one === 'it') return state.place
  return one && 'place' in one && !one.of ? one.place : undefined
}

function ownOf(requests: readonly ToolRequest[], { own }: State): string | undefined {
  return requests.flatMap(ownIn).at(-1) ?? own
}

function ownIn(request: ToolRequest): string[] {
  if (request.kind !== 'ask' || !request.isOwn || request.set.kind !== 'products') return []
  return request.set.references.flatMap((one) => (one !== 'it' && 'name' in one ? one.name : []))
}

function isOfPair(request: ToolRequest): boolean {
  if (request.kind !== 'ask') return false
  const { set } = request
  return set.kind === 'products' ? set.references.length === 2 : 'isOfTwo' in set
}

/** The last ranking, or the one whose launches a question was about. */
function rankingIn(requests: readonly ToolRequest[]): RankingRequest | undefined {
  const rankings = requests.flatMap((request): readonly RankingRequest[] => {
    const time = request.kind === 'ask' && request.set.kind !== 'window' && request.time
    return time ? [{ kind: 'ranking', time }] : rankingsIn(request)
  })
  return rankings.at(-1)
}

/** The lengths of a list whose count was not said. */
const LISTED = { ranking: 3, search: 10 }

/** How many products a list has, as far as its request says. */
export function lengthOf({ kind, count }: ListRequest): number {
  return count ?? LISTED[kind]
}

/** "And the remaining ones?", "what comes next?", "the other 6". */
const MORE =
  /^(?:(?:and|but|ok|now|so|show|me|give|list|what|which|who|is|are|about|of|comes?|came|has|have|the|please|then|see|,) )*(?:next|others|remaining|rest|following|(?:other|another)(?= \d| few)|after (?:those|these|them|that))(?: (?:\d+|few|ones?|launch(?:es)?|products|apps|of (?:them|those|these|the list)|please|in line|then|on the list|down))*[ ?.!]*$/

/** What follows a list, if it is asked for in so many words. */
export function moreAsked(reading: Reading, state: State): Request | undefined {
  const { last, question, place } = state
  const isOfList = last !== undefined && isList(last) && !question && place === undefined
  return isOfList && MORE.test(reading.text) ? moreAfter(state, reading) : undefined
}

/** The products that follow those of the last list, up to the longest list; the last confetti again. */
export function moreAfter({ last }: State, { slots }: Reading): Request {
  if (!last || !isList(last)) return last ?? talk('unclear')
  const after = lengthOf(last)
  if (after >= COUNT.max) return { ...last, after, isTooLong: true }
  const added = slots.counts.at(-1)?.value ?? COUNT.max
  return { ...last, count: Math.min(COUNT.max, after + added), after }
}

/** What was left out comes back. */
export const BACK =
  /\b(?:put|bring|take|let|add|include|show|with|have)\b.*\b(?:back|again)\b|\binclude\b|\b(?:everything|all|them)\b.*\bagain\b/
/** Whatever the topic was before. */
export const EVERY_TOPIC = /\b(?:all|every|any|each) (?:topics?|category|categories)\b/
const WHOLE = /\b(?:everything|anything|all)\b/
const KEEPS = /^(?:(?:and|but|now|ok|,) )*(?:just|only|but)\b/

/** The last request with what a message changes of it. */
export function changed(state: State, reading: Reading): Request[] {
  const { last, ranking } = state
  const { tokens, slots, topic } = reading
  const text = textBetween(tokens)
  const count = slots.counts.at(-1)?.value ?? impliedCount(text)
  if (last?.kind === 'confetti' && slots.times.length === 0) {
    const pieces = count === undefined ? {} : { particleCount: count }
    return [{ ...last, args: { ...last.args, ...pieces, ...confettiArguments(tokens) } }]
  }
  const hasTime = slots.times.length > 0
  const isOfRanking =
    hasTime || slots.zones.length > 0 || topic !== undefined || reading.intent === 'widen'
  if (last?.kind === 'search' && (!isOfRanking || (hasTime && KEEPS.test(text))))
    return [searchChanged(last, reading, count)]
  if (last?.kind === 'history' && !isOfRanking) return [last]
  const isOther = isOfRanking || count !== undefined || reading.except.length > 0
  if (!ranking && !isOther) return [talk('unclear')]
  const counts = slots.counts.map(({ value }) => value)
  return rankingsOfEach(reading, counts).map((request) => ({
    kind: 'ranking',
    count: request.count ?? ranking?.count,
    time: request.time ?? ranking?.time,
    zone: request.zone ?? ranking?.zone,
    ...topicsChanged(ranking, reading, request),
    after: request.after ?? (count === undefined && isPlace(ranking) ? ranking?.after : undefined),
    isRecent: ranking?.isRecent ?? false,
    isRising: request.isRising || (ranking?.isRising ?? false),
  }))
}

function searchChanged(last: SearchRequest, { slots, except }: Reading, count?: number): Request {
  const left = [...(last.except ?? []), ...except]
  return { ...last, count: count ?? last.count, hasTime: slots.times.length > 0, except: left }
}

/** The topics of a ranking and those that it leaves out, with what a message changes of them. */
function topicsChanged(
  ranking: Partial<RankingRequest> = {},
  { intent, tokens, except }: Reading,
  { topic, also }: RankingRequest,
) {
  const text = textBetween(tokens)
  const isWide = intent === 'widen' || EVERY_TOPIC.test(text)
  const kept = isWide || BACK.test(text) ? [] : (ranking.except ?? [])
  // "For all topics": of none any more.
  const isWhole = isWide || (except.length > 0 && WHOLE.test(text))
  const own: Partial<RankingRequest> = topic === undefined && !isWhole ? ranking : { topic, also }
  return {
    topic: own.topic,
    also: own.also,
    isOfTopicSaid: own.isOfTopicSaid,
    except: [...kept, ...except].filter((one) => one !== topic),
  }
}

/** Whether a ranking was asked for a single place of it. */
function isPlace({ after, count }: Partial<RankingRequest> = {}): boolean {
  return after !== undefined && count === after + 1
}

/** What was asked of the launches of a time, of those of another: "how many launched today?", "and yesterday?" */
export function askedAgain({ question }: State, requests: readonly Request[]): Request[] {
  const rankings = requests.flatMap((request) => (request.kind === 'ranking' ? request : []))
  const isOfGroups = question?.by === 'topics' && /^(?:busiest|quietest)$/.test(question.operation)
  // One topic has no other topics to compare: it is ranked.
  if (!question || rankings.length === 0 || (isOfGroups && rankings.some(({ topic }) => topic)))
    return [...requests]
  const { remarks: _, ...same } = question
  const [{ time } = {}] = rankings
  // "And on Fridays?", after what was counted on Mondays of a time.
  if (question.weekdays?.length && time?.repeats === 'week')
    return [{ ...same, weekdays: [time.first.toFormat('cccc').toLowerCase()] }]
  return [{ ...same, set: { kind: 'window', rankings } }]
}

/** A ranking whose time is completed from the one before: "the week before". */
export function inContext(request: Request, state: State): Request {
  const { ranking } = state
  if (request.kind === 'ask' && request.set.kind === 'window') {
    const rankings = request.set.rankings.map((one) => inContext(one, state))
    const isRanking = (one: Request): one is RankingRequest => one.kind === 'ranking'
    const set = { kind: 'window', rankings: rankings.filter(isRanking) } as const
    return rankings.find(({ kind }) => kind === 'talk') ?? { ...request, set }
  }
  if (request.kind === 'ask') return { ...request, set: setInContext(request.set, state) }
  if (request.kind !== 'ranking') return request
  if ((request.after ?? 0) >= COUNT.max && !request.isTooLong) return talk('too-far')
  const time = timeInContext(request.time, ranking?.time)
  // A time without a ranking, such as one in the future, is a topic by its own name.
  return time && isTopic(time.text) ? talk(time.text) : { ...request, time }
}

/** "It" is the product that a question without an answer was about; places are of the list, not of two compared. */
function setInContext(set: ProductSet, { product, last, asked, hasPair }: State): ProductSet {
  const named = product === undefined ? 'it' : { name: product }
  if (set.kind === 'listed' && set.isOfOne && product !== undefined)
    return { kind: 'products', references: [named] }
  if (set.kind !== 'products') return set
  const isBeside = !hasPair && /^(?:compare|difference)$/.test(asked ?? '')
  const list = isBeside && last?.kind === 'ranking' ? { ...last, after: undefined } : undefined
  const references = set.references.map((one): Reference => {
    if (one === 'it') return named
    return list && 'place' in one ? { of: list, ...one } : one
  })
  return { ...set, references }
}

function timeInContext(time?: Timeframe, before?: Timeframe): Timeframe | undefined {
  if (!time?.shift) return time && before ? partInContext(time, before) : time
  const isLater = time.shift.by > 0
  if (before && !isBoundless(before)) {
    const moved = shifted(time.shift, before)
    // Until it is moved, it is today.
    return isLater && +moved.first > +time.first ? named(FUTURE, moved) : moved
  }
  if (isLater) return named(FUTURE, time)
  return time.text === RELATIVE ? undefined : time
}
