import { asRecord } from '../../core/json.ts'
import { productsIn } from '../transcript/found-products.ts'
import type { Message } from '../transcript/message.ts'

const MAX_FOLLOW_UPS = 3

/** What may be asked after a ranking of a timeframe. */
const NEXT: Readonly<Record<string, string>> = {
  today: 'And yesterday?',
  yesterday: 'And last week?',
  this_week: 'And last week?',
  last_week: 'And this month?',
  this_month: 'And last month?',
}

const RANKINGS: Readonly<Record<string, string>> = {
  getTopProducts: 'today',
  getTopProductsThisWeek: 'this_week',
}

/** The ranking or search of an answer as an address of the page. */
export function boardHref({ calls }: Message): string | undefined {
  const call = calls.findLast((one) => timeframeOf(one) !== undefined)
  if (!call) return undefined
  const { tz, limit, topic } = asRecord(call.args)
  const parameters = { timeframe: timeframeOf(call), tz, limit, topic }
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `/?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`
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
