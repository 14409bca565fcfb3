import * as z from 'zod'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { benchmarkTool } from '../tools/benchmark.ts'
import { timezoneField } from '../tools/field.ts'
import { type ProductDeps, ProductDetails, productDetails } from '../tools/product.ts'
import { type HistoryDeps, ProductHistory, productHistory } from '../tools/product-history.ts'

const MAX_ID_CHARACTERS = 512

const Params = z.object({
  id: z
    .string()
    .max(MAX_ID_CHARACTERS, `must have at most ${MAX_ID_CHARACTERS} characters`)
    .meta({ param: { example: 'sample-148' } }),
})

/** One product, and where it stands. */
export function products(deps: ProductDeps & HistoryDeps): RouteGroup {
  const getProduct = operation({
    method: 'get',
    path: '/api/products/{id}',
    operationId: 'getProduct',
    tags: ['Rankings'],
    summary: 'One product, its ranks and more of its topics',
    params: Params,
    query: z.object({ tz: timezoneField(deps.launchTimezone) }),
    data: ProductDetails,
    handle: ({ params, query }, c) => productDetails(params.id, query.tz, deps, c.req.raw),
  })
  const getProductHistory = operation({
    method: 'get',
    path: '/api/products/{id}/history',
    operationId: 'getProductHistory',
    tags: ['Rankings'],
    summary: 'Votes, comments and rank of a product over time',
    params: Params,
    data: ProductHistory,
    handle: ({ params }, c) => productHistory(params.id, deps, c.req.raw),
  })
  const { input, output, run } = benchmarkTool(deps)
  const getBenchmark = operation({
    method: 'get',
    path: '/api/benchmark',
    operationId: 'getBenchmark',
    tags: ['Rankings'],
    summary: 'How votes at an age compare with those of earlier launches',
    query: input,
    data: output,
    handle: ({ query }) => run(query),
  })
  return routeGroup([getProduct, getProductHistory, getBenchmark])
}
