import type { ConfettiWish, RankingWish, SearchWish } from './meaning/wish.ts'
import { ALL_TIME } from './time/timeframe.ts'

export interface Call {
  toolName: string
  input: Readonly<Record<string, unknown>>
}

/** The call that serves a wish best among the tools that are offered, if one does. */
export function toolCall(
  wish: RankingWish | SearchWish | ConfettiWish,
  offered: ReadonlySet<string>,
): Call | undefined {
  return callsFor(wish).find(({ toolName }) => offered.has(toolName))
}

/** The fitting call first, then those that come to the same. */
function callsFor(wish: RankingWish | SearchWish | ConfettiWish): Call[] {
  switch (wish.kind) {
    case 'confetti':
      return [{ toolName: 'triggerConfetti', input: { reason: wish.reason } }]
    case 'search':
      return [{ toolName: 'searchProducts', input: { query: wish.words, ...limit(wish) } }]
    case 'ranking':
      return rankingCalls(wish)
  }
}

function rankingCalls(wish: RankingWish): Call[] {
  const { zone, recent } = wish
  const timeframe = wish.timeframe?.text ?? (recent ? THIS_WEEK : zone ? 'today' : ALL_TIME)
  if (timeframe === ALL_TIME) return [{ toolName: 'getTopProducts', input: limit(wish) }]

  const byTimeframe = {
    toolName: 'getTopProductsByTimeframe',
    input: { timeframe, ...(zone && { tz: zone }), ...limit(wish) },
  }
  const days = Number(/^last_(\d+)_days$/.exec(timeframe)?.[1])
  if (!days) return [byTimeframe]
  const byDays = { toolName: 'getTopProductsThisWeek', input: { days, ...limit(wish) } }
  return timeframe === THIS_WEEK && !zone ? [byDays, byTimeframe] : [byTimeframe, byDays]
}

const THIS_WEEK = 'last_7_days'

function limit({ count }: { count?: number }) {
  return count === undefined ? {} : { limit: count }
}
