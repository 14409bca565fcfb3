import * as z from 'zod'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { type SearchDeps, searchProductsTool } from '../tools/search-products.ts'
import { listOperation } from './list-answers.ts'

/** Products by words, which are `q` in the URL. */
export function search(deps: SearchDeps): RouteGroup {
  const tool = searchProductsTool(deps)
  const { query, limit, topic } = tool.input.shape
  const searchOperation = listOperation({
    path: '/api/search',
    summary: 'Products whose name, tagline or topics match some words',
    tool: {
      ...tool,
      input: z.object({ q: query, limit, topic }),
      run: ({ q, ...rest }, caller) => tool.run({ query: q, ...rest }, caller),
    },
    file: ({ asOf }) => `search-${asOf.slice(0, 10)}`,
    products: ({ hits }) => hits,
  })
  return routeGroup([searchOperation])
}
