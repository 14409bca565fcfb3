import { asRecord } from '../../core/json.ts'
import type { Message } from '../transcript/conversation.ts'
import { productsIn } from '../transcript/found-products.ts'

const MAX_FOLLOW_UPS = 3

/** What may be asked after a ranking of a timeframe. */
const NEXT: Readonly<Record<string, string>> = {
  today: 'And yesterday?',
  yesterday: 'And last week?',
  this_week: 'And last week?',
  last_week: 'And this month?',
  this_month: 'And last month?',
}

const SEARCH = 'searchProducts'

const RANKINGS: Readonly<Record<string, string>> = {
  getTopProducts: 'today',
  getTopProductsThisWeek: 'this_week',
}

/** Where this page shows what an answer is about. */
export function placeOf({ calls }: Message): { name: string; href: string } | undefined {
  const call = calls.findLast((one) => timeframeOf(one) !== undefined || one.toolName === SEARCH)
  if (!call) return undefined
  const { tz, limit, topic, query } = asRecord(call.args)
  if (call.toolName === SEARCH) {
    return { name: 'Open in the search', href: addressOf('/search', { q: query }) }
  }
  const ranking = { timeframe: timeframeOf(call), tz, limit, topic }
  return { name: 'Open on the board', href: addressOf('/', ranking) }
}

function addressOf(path: string, parameters: Record<string, unknown>): string {
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`
}

/** Questions that follow from an answer. */
export function followUps(answer: Message | undefined): string[] {
  if (answer?.kind !== 'answer' || answer.state !== 'complete') return []
  const ranking = answer.calls.findLast((call) => timeframeOf(call) !== undefined)
  const first = productsIn(answer.calls)[0]?.[0]
  const { topic } = asRecord(ranking?.args)
  const questions = [
    NEXT[timeframeOf(ranking) ?? ''],
    first && ranking && `Tell me about ${first.name}`,
    first?.topics[0] && topic === undefined && `Top ${first.topics[0]} launches this month`,
    !first && 'What are the top 3 products today?',
  ]
  return questions.filter((question) => typeof question === 'string').slice(0, MAX_FOLLOW_UPS)
}

function timeframeOf(call: Message['calls'][number] | undefined): string | undefined {
  if (call?.state !== 'done') return undefined
  const { timeframe } = asRecord(call.args)
  const isRange = call.toolName === 'getTopProductsByTimeframe' && typeof timeframe === 'string'
  return isRange ? timeframe : RANKINGS[call.toolName]
}
