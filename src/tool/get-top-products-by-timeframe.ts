import {
  TopProductsByTimeframeAnswer,
  topProductsByTimeframe,
  topProductsByTimeframeInput,
} from '../query/top-products-by-timeframe.ts'
import type { WindowedRankingNeeds } from '../query/top-products-this-week.ts'
import { defineTool } from './tool.ts'

export interface TimeframeNeeds extends WindowedRankingNeeds {
  defaultTimezone: string
}

export function getTopProductsByTimeframe(needs: TimeframeNeeds) {
  return defineTool({
    name: 'getTopProductsByTimeframe',
    title: 'Top products of a timeframe',
    executionText: 'Looking up the best launches of that time…',
    description:
      'The best product launches of a calendar timeframe in a time zone: today, yesterday, this ' +
      'or last week, month or year, one day, one month, or a range of days.',
    input: topProductsByTimeframeInput(needs.defaultTimezone),
    output: TopProductsByTimeframeAnswer,
    run: (input, caller) => topProductsByTimeframe(input, needs, caller),
  })
}
