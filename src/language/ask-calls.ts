import { COUNT } from '../ranking/limits.ts'
import type { Order } from '../tools/find-launches.ts'
import { withUnit } from './answer/product-list.ts'
import { type Call, callFor, chooseTool } from './choose-tool.ts'
import type { AskRequest, Reference } from './dialogue/ask.ts'
import type { Conversation } from './dialogue/conversation.ts'
import { type Listed, listedProducts } from './dialogue/listed-products.ts'
import type { Operation } from './dialogue/operation.ts'
import type { RankingRequest } from './dialogue/request.ts'
import type { Plan } from './plan.ts'
import { ALL_TIME } from './slots/timeframe.ts'

const MAX_PRODUCTS = 5

/** What a question needs; a text if it has no products. */
export function planOf(
  request: AskRequest,
  conversation: Conversation,
  offered: ReadonlySet<string>,
): Plan {
  const { operation, set, topic } = request
  if (set.kind === 'window') return { calls: [windowCall(request, set.ranking)], known: [] }
  const known =
    set.kind === 'listed'
      ? listedProducts(conversation).last
      : resolved(set.references, conversation)
  if (typeof known === 'string') return { calls: [], text: known }
  if (known.length === 0) return { calls: [], text: NO_LIST }
  if (topic === undefined && known.every((one) => isTold(one, operation)))
    return { calls: [], known }
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
    const isNamed = (one: Listed) => one.name.toLowerCase() === name.toLowerCase()
    return all.findLast(isNamed) ?? { name, line: '' }
  }
  const { place } = reference
  const short =
    last.length > 0 ? `That list has ${withUnit(last.length, 'product')} only.` : NO_LIST
  return last.at(place > 0 ? place - 1 : place) ?? short
}

/** Whether an answer of ours has said what the operation needs of a product. */
function isTold(
  { votesCount, commentsCount, tagline, url }: Listed,
  operation: Operation,
): boolean {
  if (operation.name === 'list') return votesCount !== undefined && commentsCount !== undefined
  if (operation.name === 'count') return true
  if (!('field' in operation)) return false
  const told = { votes: votesCount, comments: commentsCount, tagline, link: url }
  return operation.field in told && told[operation.field as keyof typeof told] !== undefined
}

/** The call that reads a window for an operation. */
function windowCall(request: AskRequest, ranking: RankingRequest): Call {
  const { operation, condition, topic = ranking.topic } = request
  const { time, zone, count } = ranking
  if (operation.name === 'difference') return callFor({ ...ranking, count: 2 })
  if (operation.name === 'sum' && count) return callFor(ranking)
  const isBoundless = !time || time.text === ALL_TIME
  const { field = 'votes', ...bounds } = condition ?? {}
  const name = field === 'votes' ? 'Votes' : 'Comments'
  return {
    toolName: 'findLaunches',
    input: {
      timeframe: isBoundless ? (ranking.isRecent ? 'this_week' : 'all') : time.text,
      ...(zone && { tz: zone }),
      ...(topic && { topic }),
      ...(operation.name === 'extreme' && { order: orderOf(operation) }),
      ...Object.fromEntries(Object.entries(bounds).map(([end, value]) => [`${end}${name}`, value])),
      limit: limitOf(operation, count),
    },
  }
}

function limitOf({ name }: Operation, count?: number): number {
  if (name === 'list') return count ?? COUNT.max
  return name === 'extreme' ? (count ?? 1) : 1
}

function orderOf({ field, isLeast }: Extract<Operation, { name: 'extreme' }>): Order {
  if (field === 'launch') return isLeast ? 'oldest' : 'newest'
  return `${isLeast ? 'fewest' : 'most'}_${field}`
}
