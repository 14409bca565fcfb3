import type { RankingRequest, ToolRequest } from './dialogue/request.ts'
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

/** What is said if no tool for a request is offered. */
export const UNAVAILABLE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
} as const

/** The best call for a request among the offered tools, or undefined if none fits. */
export function chooseTool(request: ToolRequest, offered: ReadonlySet<string>): Call | undefined {
  return callsFor(request).find(({ toolName }) => offered.has(toolName))
}

/** The preferred call first, then equivalent calls of other tools. */
function callsFor(request: ToolRequest): Call[] {
  switch (request.kind) {
    case 'confetti':
      return [{ toolName: 'triggerConfetti', input: request.args }]
    case 'search':
      return [{ toolName: 'searchProducts', input: { query: request.words, ...limit(request) } }]
    case 'ranking':
      return rankingCalls(request)
  }
}

function rankingCalls(request: RankingRequest): Call[] {
  const { zone, isRecent, time } = request
  const details = { ...limit(request), ...(request.topic && { topic: request.topic }) }
  const timeframe = time?.text ?? (isRecent ? 'this_week' : zone ? 'today' : ALL_TIME)
  if (timeframe === ALL_TIME) return [{ toolName: 'getTopProducts', input: details }]
  const byTimeframe = {
    toolName: 'getTopProductsByTimeframe',
    input: { timeframe, ...(zone && { tz: zone }), ...details },
  }
  const days = Number(/^last_(\d+)_days$/.exec(timeframe)?.[1])
  if (!days) return [byTimeframe]
  return [byTimeframe, { toolName: 'getTopProductsThisWeek', input: { days, ...details } }]
}

function limit({ count }: { count?: number | undefined }) {
  return count === undefined ? {} : { limit: count }
}
