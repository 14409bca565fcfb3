import { COUNT } from '../ranking/limits.ts'
import type { Order } from '../tools/find-launches.ts'
import { withUnit } from './answer/product-list.ts'
import { type Call, callFor, chooseTool } from './choose-tool.ts'
import type { Conversation } from './dialogue/conversation.ts'
import { type Listed, listedProducts } from './dialogue/listed-products.ts'
import type { AskRequest, RankingRequest, Reference } from './dialogue/request.ts'
import { wordsIn } from './normalise/word-tables.ts'
import type { Plan } from './plan.ts'
import { ALL_TIME } from './slots/timeframe.ts'

const MAX_PRODUCTS = 5

/** What a question needs; a text if it has no products. */
export function planOf(
  request: AskRequest,
  conversation: Conversation,
  offered: ReadonlySet<string>,
): Plan {
  const { set, topic } = request
  if (set.kind === 'window') {
    const read = request.operation === 'needed' ? placeCall : windowCall
    return { calls: [read(request, set.ranking)], known: [] }
  }
  if (set.kind === 'age') {
    const { hours, votes } = set
    const input = { ...(hours && { hours }), ...(votes !== undefined && { votes }) }
    return { calls: [{ toolName: 'getBenchmark', input }] }
  }
  const known =
    set.kind === 'listed'
      ? listedProducts(conversation).last
      : resolved(set.references, conversation)
  if (typeof known === 'string') return { calls: [], text: known }
  if (known.length === 0) return { calls: [], text: NO_LIST }
  if (topic === undefined && known.every((one) => isTold(one, request))) return { calls: [], known }
  const again = set.kind === 'listed' && set.list ? chooseTool(set.list, offered) : undefined
  const calls = again ? [again] : known.slice(0, MAX_PRODUCTS).map(({ name }) => productCall(name))
  return { calls, known }
}

const NO_LIST = 'I do not see that in my last answer.'

export function productCall(product: string): Call {
  return { toolName: 'getProduct', input: { product } }
}

/** The products that words refer to, with what earlier answers say of them; a text if one is none. */
function resolved(references: readonly Reference[], conversation: Conversation) {
  const listed = listedProducts(conversation)
  const found = references.map((reference) => referredTo(reference, listed))
  return (
    found.find((one) => typeof one === 'string') ?? found.filter((one) => typeof one === 'object')
  )
}

function referredTo(
  reference: Reference,
  { last, all, subject }: ReturnType<typeof listedProducts>,
): Listed | string {
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
  { operation, measure, bounds }: AskRequest,
): boolean {
  if (operation === 'count' && !bounds) return true
  const told = { votes: votesCount, comments: commentsCount, tagline, link: url, list: line }
  const isOfEach = operation in told
  if (isOfEach) return told[operation as keyof typeof told] !== undefined
  if (!/^(?:count|keep|sum|average|compare|difference|most|fewest)$/.test(operation)) return false
  return measure !== 'launch' && told[bounds?.field ?? measure] !== undefined
}

/** The call that reads a window for an operation. */
function windowCall(request: AskRequest, ranking: RankingRequest): Call {
  const { operation, topic = ranking.topic } = request
  const { time, zone, count } = ranking
  if (operation === 'difference') return callFor({ ...ranking, count: 2 })
  if (/^(?:sum|average)$/.test(operation) && count) return callFor(ranking)
  const isBoundless = !time || time.text === ALL_TIME
  const order = orderOf(request)
  const isList = operation === 'keep' || operation === 'list'
  return {
    toolName: 'findLaunches',
    input: {
      timeframe: isBoundless ? (ranking.isRecent ? 'this_week' : 'all') : time.text,
      ...(zone && { tz: zone }),
      ...(topic && { topic }),
      ...(order && { order }),
      ...boundsOf(request),
      limit: (order || isList ? count : undefined) ?? (isList ? COUNT.max : 1),
    },
  }
}

/** The call that reads a time, today's if none is said, down to a place. */
function placeCall({ place = 1 }: AskRequest, { time, zone, topic }: RankingRequest): Call {
  const timeframe = time?.text ?? 'today'
  const input = { timeframe, ...(zone && { tz: zone }), ...(topic && { topic }), limit: place }
  return { toolName: 'getTopProductsByTimeframe', input }
}

/** The bounds by the names that the tool has for them. */
function boundsOf({ bounds }: AskRequest) {
  const { field = 'votes', ...ends } = bounds ?? {}
  const name = field === 'votes' ? 'Votes' : 'Comments'
  const given = Object.entries(ends).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([end, value]) => [`${end}${name}`, value]))
}

function orderOf({ operation, measure }: AskRequest): Order | undefined {
  if (operation !== 'most' && operation !== 'fewest') return undefined
  if (measure === 'launch') return operation === 'most' ? 'newest' : 'oldest'
  return `${operation}_${measure}`
}
