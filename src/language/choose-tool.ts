import type { ToolRequest } from './dialogue/request.ts'
import { ALL_TIME } from './slots/timeframe.ts'

export interface Call {
  toolName: string
  input: Readonly<Record<string, unknown>>
}

export const TOOL_NAMES: ReadonlySet<string> = new Set([
  'getTopProducts',
  'getTopProductsThisWeek',
  'getTopProductsByTimeframe',
  'searchProducts',
  'triggerConfetti',
])

/** The answers if no tool for a request is offered. */
export const UNAVAILABLE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
} as const

/** The call for a request, or undefined if its tool is not offered. */
export function chooseTool(request: ToolRequest, offered: ReadonlySet<string>): Call | undefined {
  const call = callFor(request)
  return offered.has(call.toolName) ? call : undefined
}

function callFor(request: ToolRequest): Call {
  if (request.kind === 'confetti') return { toolName: 'triggerConfetti', input: request.args }
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
