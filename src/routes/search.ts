import * as z from 'zod'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import {
  type SearchDeps,
  SearchProductsAnswer,
  SearchProductsInput,
  searchProducts,
} from '../tools/search-products.ts'
import { listOperation } from './list-answers.ts'

const { query, limit, topic } = SearchProductsInput.shape
const SearchParameters = z.object({ q: query, limit, topic })

/** Products by words. */
export function search(deps: SearchDeps): RouteGroup {
  const searchOperation = listOperation({
    path: '/api/search',
    operationId: 'searchProducts',
    summary: 'Products whose name, tagline or topics match some words',
    query: SearchParameters,
    data: SearchProductsAnswer,
    file: ({ asOf }) => `search-${asOf.slice(0, 10)}`,
    answer: ({ q, ...rest }, request) => searchProducts({ query: q, ...rest }, deps, request),
    products: ({ hits }) => hits,
  })
  return routeGroup([searchOperation])
}
