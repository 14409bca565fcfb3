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
  isList,
  isTopic,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  type SearchRequest,
  talk,
} from './request.ts'
import { isOnePlace, lengthOf, type State } from './state.ts'

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
/** "Not just design": the topic that it names is that of before. */
const NOT_JUST = /^(?:and )?not (?:just|only)\b/
export const EVERY_TOPIC = new RegExp(
  `\\b(?:all|every|any|each) (?:topics?|category|categories)\\b|${NOT_JUST.source}`,
)
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
    after:
      request.after ?? (count === undefined && isOnePlace(ranking) ? ranking?.after : undefined),
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
  const named = NOT_JUST.test(text) ? {} : { topic, also }
  const own: Partial<RankingRequest> = topic === undefined && !isWhole ? ranking : named
  return {
    topic: own.topic,
    also: own.also,
    isOfTopicSaid: own.isOfTopicSaid,
    except: [...kept, ...except].filter((one) => one !== topic),
  }
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
