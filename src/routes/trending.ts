import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { type TrendingDeps, trendingProductsTool } from '../tools/trending-products.ts'
import { listOperation } from './list-answers.ts'

/** What rises; who leads is what the rankings answer. */
export function trending(deps: TrendingDeps): RouteGroup {
  const trendingOperation = listOperation({
    path: '/api/trending',
    summary: 'What is rising: launches that gain more votes than age and chance explain',
    tool: trendingProductsTool(deps),
    file: ({ window, asOf }) => `rising-${window}-${asOf.slice(0, 10)}`,
    products: ({ posts }) => posts,
    ranks: ({ ranks }) => ranks,
    numbers: ['minutes', 'gained', 'expected', 'chance', 'score'],
  })
  return routeGroup([trendingOperation])
}
