import {
  TopProductsThisWeekAnswer,
  TopProductsThisWeekInput,
  topProductsThisWeek,
  type WindowedRankingNeeds,
} from '../query/top-products-this-week.ts'
import { defineTool } from './tool.ts'

export function getTopProductsThisWeek(needs: WindowedRankingNeeds) {
  return defineTool({
    name: 'getTopProductsThisWeek',
    title: 'Top products of the last days',
    executionText: 'Looking up the best launches of the last days…',
    description:
      'The best product launches of the last days, counted back from now (7 unless `days` says ' +
      'otherwise). For calendar days, weeks and months use getTopProductsByTimeframe.',
    input: TopProductsThisWeekInput,
    output: TopProductsThisWeekAnswer,
    run: (input, caller) => topProductsThisWeek(input, needs, caller),
  })
}
