import { MAX_HOURS } from '../history/benchmark.ts'
import type { TrendingWindow } from '../history/rising.ts'
import { ALL_TIME } from '../ranking/headline.ts'
import { COUNT } from '../ranking/limits.ts'
import type { Order } from '../tools/find-launches.ts'
import { withUnit } from './answer/wording.ts'
import { type AskedSoFar, type Listed, listedProducts } from './dialogue/conversation.ts'
import {
  type Age,
  type AskRequest,
  isField,
  type NamedRequest,
  type RankingRequest,
  type Reference,
  type ToolRequest,
  type WindowRequest,
} from './dialogue/request.ts'
import { lengthOf } from './dialogue/state.ts'
import { wordsIn } from './normalise/tokens.ts'
import type { Plan } from './plan.ts'
import { lengthInHours, type Timeframe } from './slots/timeframe.ts'

export interface Call {
  toolName: string
  input: Readonly<Record<string, unknown>>
}

export const TOOL_NAMES: ReadonlySet<string> = new Set([
  'getTopProducts',
  'getTopProductsThisWeek',
  'getTopProductsByTimeframe',
  'searchProducts',
  'getProduct',
  'findLaunches',
  'getTrendingProducts',
  'getProductHistory',
  'getBenchmark',
  'triggerConfetti',
])

/** The answers if no tool for a request is offered. */
export const UNAVAILABLE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  history: 'I cannot look up votes over time here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
  tool: 'I cannot look that up here: the tool for that is not at hand.',
} as const

/** A request that one call serves. */
type Served = Exclude<ToolRequest, NamedRequest | AskRequest>

/** The calls for a request, one for each of days that are not in a row; none if the tool is not offered. */
export function callsFor(request: Served, offered: ReadonlySet<string>): Call[] {
  return eachDay(request).flatMap((one) => {
    const calls = [risingCall(one), callFor(one)]
    return calls.find((call) => call && offered.has(call.toolName)) ?? []
  })
}

function callOf(toolName: string, input: Call['input']): Call {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return { toolName, input: Object.fromEntries(given) }
}

/** What is rising, for a request that its windows fit. */
function risingCall(request: Served): Call | undefined {
  if (request.kind !== 'ranking' || !request.isRising || isSelected(request)) return undefined
  const { count: limit, time, topic } = request
  const window = risingWindow(time)
  const asked = time && !time.weak ? window : undefined
  return window && callOf('getTrendingProducts', { window: asked, limit, topic })
}

/** The window that is nearest to a time, if there is one; what is asked about now has the default. */
function risingWindow(time: Timeframe | undefined): TrendingWindow | undefined {
  if (!time || (time.weak && time.text === 'today')) return '3h'
  const hours = lengthInHours(time)
  if (hours === undefined) return undefined
  if (hours < 2) return '1h'
  return hours < 12 ? '3h' : '24h'
}

/** A request for each day of a time whose days are not in a row. */
export function eachDay<One extends Served>(request: One): One[] {
  const days = request.kind === 'ranking' ? request.time?.days : undefined
  return days ? days.map((time) => ({ ...request, time })) : [request]
}

/** The call for a request, whether its tool is offered or not. */
export function callFor(request: Served): Call {
  if (request.kind === 'confetti') return callOf('triggerConfetti', request.args)
  if (request.kind === 'history') return callOf('getProductHistory', { product: request.words })
  if (request.kind === 'ranking') return rankingCall(request)
  const { words: query, count, except = [] } = request
  // What is left out of a search is found before.
  return callOf('searchProducts', { query, limit: except.length > 0 ? COUNT.max : count })
}

function rankingCall(request: RankingRequest): Call {
  const { zone: tz, isRecent, time, count: limit } = request
  const timeframe = time?.text ?? (isRecent ? 'this_week' : tz ? 'today' : ALL_TIME)
  const details = { limit, ...topicsOf(request) }
  const isAll = timeframe === ALL_TIME
  if (isSelected(request))
    return callOf('findLaunches', { timeframe: isAll ? 'all' : timeframe, tz, ...details })
  if (isAll) return callOf('getTopProducts', details)
  return callOf('getTopProductsByTimeframe', { timeframe, tz, ...details })
}

/** Whether it keeps to several topics at once, or leaves some out. */
function isSelected({ also = [], except = [] }: RankingRequest): boolean {
  return also.length + except.length > 0
}

/** The topics by the names that the tool has for them. */
function topicsOf({ topic, also, except }: RankingRequest) {
  return {
    topic,
    withTopics: also?.length ? also : undefined,
    exceptTopics: except?.length ? except : undefined,
  }
}

const MAX_PRODUCTS = 5

/** What a question needs; a text if it has no products. */
export function planOf(
  request: AskRequest,
  conversation: AskedSoFar,
  offered: ReadonlySet<string>,
): Plan {
  const { set } = request
  if (set.kind === 'window') return { calls: windowCalls({ ...request, set }), known: [] }
  if (set.kind === 'age') return benchmarkPlan(set)
  const listed = listedProducts(conversation)
  const found = set.kind === 'listed' ? listedIn(set, listed) : resolved(set.references, listed)
  if (typeof found === 'string') return { calls: [], text: found }
  if (found.length === 0) return { calls: [], text: NO_LIST }
  const known = found.flatMap((one) => ('name' in one ? one : []))
  const isMargin = request.operation === 'difference' && known.length === 1
  const isKnown = known.length === found.length && !request.whole && !isMargin
  if (isKnown && known.every((one) => isTold(one, request))) return { calls: [], known }
  const isOfList = set.kind === 'listed' && found === listed.last
  const again = isOfList && set.list ? callsFor(set.list, offered) : []
  const calls =
    again.length > 0
      ? again
      : found.slice(0, MAX_PRODUCTS).flatMap((one) => productOf(one, request.zone))
  return { calls: [...calls, ...wholeCalls(request)], known }
}

/** Reads a product by its name, or the list that has it down to its place. */
function productOf(one: Listed | Elsewhere, zone?: string): Call | Call[] {
  if ('name' in one) return productCall(one.name, zone)
  const { of, place } = one
  if (of.kind === 'ask') return windowCalls(of)
  const list = place > lengthOf(of) ? { ...of, count: place } : of
  return eachDay(list).map((day) => risingCall(day) ?? callFor(day))
}

/** Reads the launches whose votes are the whole of a share: the first ones of a time, or all. */
function wholeCalls({ whole, than }: AskRequest): Call[] {
  if (!whole || than) return []
  if (whole.count !== undefined) return eachDay(whole).map(callFor)
  const set = { kind: 'window', rankings: [whole] } as const
  return windowCalls({ kind: 'ask', operation: 'sum', measure: 'votes', set })
}

function benchmarkPlan({ hours, votes }: Age): Plan {
  if (hours !== undefined && (hours < 1 || hours > MAX_HOURS)) return { calls: [], text: NO_AGE }
  return { calls: [callOf('getBenchmark', { hours, votes })] }
}

const NO_AGE = `I compare votes at an age of 1 to ${MAX_HOURS} hours.`
const NO_LIST = 'I do not see that in my last answer.'

export function productCall(product: string, tz?: string): Call {
  return callOf('getProduct', { product, tz })
}

type ListedSoFar = ReturnType<typeof listedProducts>

/** A place of a list that is to be read. */
interface Elsewhere {
  place: number
  of: RankingRequest | WindowRequest
}

/** The products of the last list, the two that were spoken of last, or the one that was by itself. */
function listedIn(
  { isOfTwo, isOfOne }: { isOfTwo?: boolean; isOfOne?: boolean },
  listed: ListedSoFar,
) {
  const { last, cards } = listed
  const isOfEach = last.length > 1 && cards.length === last.length
  if (isOfOne && cards.length > 0 && !isOfEach) return resolved(['it'], listed)
  if (cards.length > 1 && (isOfTwo || last.length === 0)) return cards.slice(-2)
  return isOfTwo ? last.slice(0, 2) : last
}

/** The products that words refer to, with what earlier answers say of them; a text if one is none. */
function resolved(references: readonly Reference[], listed: ListedSoFar) {
  const found = references.map((one) => (isElsewhere(one) ? one : referredTo(one, listed)))
  return (
    found.find((one) => typeof one === 'string') ?? found.filter((one) => typeof one === 'object')
  )
}

function isElsewhere(reference: Reference): reference is Elsewhere {
  return reference !== 'it' && 'of' in reference && reference.of !== undefined
}

function referredTo(reference: Reference, { last, all, subject }: ListedSoFar): Listed | string {
  if (reference === 'it') {
    return all.findLast(({ name }) => name === subject?.name) ?? subject ?? NO_LIST
  }
  if ('name' in reference) {
    const { name } = reference
    const words = wordsIn(name)
    // "The podcast one": the words of a single line of the last list.
    const described = last.filter(({ line }) => words.every((word) => wordsIn(line).includes(word)))
    return (
      all.findLast((one) => one.name.toLowerCase() === name.toLowerCase()) ??
      (described.length === 1 ? described[0] : undefined) ?? { name, line: '' }
    )
  }
  const { place } = reference
  const short =
    last.length > 0 ? `That list has ${withUnit(last.length, 'product')} only.` : NO_LIST
  return last.at(place > 0 ? place - 1 : place) ?? short
}

/** Whether an answer of ours has said what a question needs of a product. */
function isTold(
  { votesCount, commentsCount, tagline, url, line }: Listed,
  { operation, measure, bounds, topic, without = [] }: AskRequest,
): boolean {
  if (topic !== undefined || without.some((one) => one !== 'it' && 'topic' in one)) return false
  if (operation === 'count' && !bounds) return true
  const told = {
    votes: votesCount,
    comments: commentsCount,
    tagline,
    link: url,
    list: line,
    drop: line,
  }
  const isOfEach = operation in told
  if (isOfEach) return told[operation as keyof typeof told] !== undefined
  if (!/^(?:count|keep|sum|average|difference|most|fewest)$/.test(operation)) return false
  return measure !== 'launch' && told[bounds?.field ?? measure] !== undefined
}

/** The calls that read the times of a question, each day by itself if they are not in a row. */
export function windowCalls(request: WindowRequest): Call[] {
  const read = request.operation === 'needed' ? placeCall : windowCall
  return request.set.rankings.flatMap(eachDay).map((ranking) => read(request, ranking))
}

function windowCall(request: AskRequest, ranking: RankingRequest): Call {
  const { operation, place } = request
  const { time, zone: tz, count, isRecent } = ranking
  if (request.isOfFew) return callFor(ranking)
  const few = fewOf(request, ranking)
  if (few) return callFor({ ...ranking, count: few })
  const isBoundless = !time || time.text === ALL_TIME
  const order = orderOf(request)
  const isList = operation === 'keep' || operation === 'list'
  const isAll = isList || request.isSorted
  return callOf('findLaunches', {
    timeframe: isBoundless ? (isRecent ? 'this_week' : 'all') : time.text,
    tz,
    ...topicsOf(ranking),
    order,
    ...boundsOf(request),
    limit: place ?? (order || isList ? count : undefined) ?? (isAll ? COUNT.max : 1),
  })
}

/** How many of the first ones of a time a question is about; undefined if it is about all. */
function fewOf(
  { operation, set, isOfFew }: AskRequest,
  { count }: RankingRequest,
): number | undefined {
  const isOfOne = set.kind === 'window' && set.rankings.length === 1
  if (operation === 'difference' && isOfOne) return 2
  if (operation === 'compare' && isOfOne) return count ?? 2
  return isOfFew || isField(operation) || /^(?:sum|average)$/.test(operation) ? count : undefined
}

/** The call that reads a time, today's if none is said, down to a place. */
function placeCall({ place: limit = 1 }: AskRequest, { time, zone: tz, topic }: RankingRequest) {
  const timeframe = time?.text ?? 'today'
  return callOf('getTopProductsByTimeframe', { timeframe, tz, topic, limit })
}

/** The bounds by the names that the tool has for them. */
function boundsOf({ bounds, within }: AskRequest) {
  const given = [bounds, within].flatMap(({ field = 'votes', ...ends } = { field: 'votes' }) => {
    const name = field === 'votes' ? 'Votes' : 'Comments'
    return Object.entries(ends).map(([end, value]) => [`${end}${name}`, value])
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function orderOf({ operation, measure }: AskRequest): Order | undefined {
  if (operation !== 'most' && operation !== 'fewest') return undefined
  if (measure === 'launch') return operation === 'most' ? 'newest' : 'oldest'
  return `${operation}_${measure}`
}
