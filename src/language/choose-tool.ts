import type { TrendingWindow } from '../history/rising.ts'
import type { AskRequest, NamedRequest, ToolRequest } from './dialogue/request.ts'
import { ALL_TIME, hoursOf, type Timeframe } from './slots/timeframe.ts'

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

/** The call for a request, or undefined if its tool is not offered. */
export function chooseTool(request: Served, offered: ReadonlySet<string>): Call | undefined {
  const calls = [risingCall(request), callFor(request)]
  return calls.find((call) => call && offered.has(call.toolName))
}

/** What is rising, for a request that its windows fit. */
function risingCall(request: Served): Call | undefined {
  if (request.kind !== 'ranking' || !request.isRising) return undefined
  const { count, time, topic } = request
  const window = risingWindow(time)
  if (!window) return undefined
  const limit = count === undefined ? {} : { limit: count }
  const input = { ...(time && !time.weak && { window }), ...limit, ...(topic && { topic }) }
  return { toolName: 'getTrendingProducts', input }
}

/** The window that is nearest to a time, if there is one; what is asked about now has the default. */
function risingWindow(time: Timeframe | undefined): TrendingWindow | undefined {
  if (!time || (time.weak && time.text === 'today')) return '3h'
  const hours = hoursOf(time)
  if (hours === undefined) return undefined
  if (hours < 2) return '1h'
  return hours < 12 ? '3h' : '24h'
}

/** The call for a request, whether its tool is offered or not. */
export function callFor(request: Served): Call {
  if (request.kind === 'confetti') return { toolName: 'triggerConfetti', input: request.args }
  if (request.kind === 'history') {
    return { toolName: 'getProductHistory', input: { product: request.words } }
  }
  const { kind, count } = request
  const limit = count === undefined ? {} : { limit: count }
  if (kind === 'search') {
    return { toolName: 'searchProducts', input: { query: request.words, ...limit } }
  }
  const { zone, isRecent, time, topic } = request
  const timeframe = time?.text ?? (isRecent ? 'this_week' : zone ? 'today' : ALL_TIME)
  const details = { ...limit, ...(topic && { topic }) }
  if (timeframe === ALL_TIME) return { toolName: 'getTopProducts', input: details }
  const input = { timeframe, ...(zone && { tz: zone }), ...details }
  return { toolName: 'getTopProductsByTimeframe', input }
}
