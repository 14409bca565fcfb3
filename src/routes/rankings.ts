import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { topProductsTool } from '../tools/top-products.ts'
import {
  type TimeframeDeps,
  topProductsByTimeframeTool,
} from '../tools/top-products-by-timeframe.ts'
import { topProductsThisWeekTool } from '../tools/top-products-this-week.ts'
import { listOperation, windowFileName } from './list-answers.ts'

/** The rankings: of all time, of the last days, of a calendar timeframe. */
export function rankings(deps: TimeframeDeps): RouteGroup {
  return routeGroup([
    listOperation({
      path: '/api/top',
      summary: 'The products with the most votes of all time',
      tool: topProductsTool(deps),
      file: ({ asOf }) => `top-${asOf.slice(0, 10)}`,
      products: ({ posts }) => posts,
    }),
    listOperation({
      path: '/api/top-week',
      summary: 'The best launches of the last days, counted back from now',
      tool: topProductsThisWeekTool(deps),
      file: ({ window }) => windowFileName(window),
      ranks: ({ ranks }) => ranks,
      products: ({ posts }) => posts,
    }),
    listOperation({
      path: '/api/top-range',
      summary: 'The best launches of a day, a week, a month, a year or a range',
      tool: topProductsByTimeframeTool(deps),
      file: ({ window }) => windowFileName(window),
      ranks: ({ ranks }) => ranks,
      products: ({ posts }) => posts,
    }),
  ])
}
