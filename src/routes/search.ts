import { Hono } from 'hono'
import * as z from 'zod'
import { describeListResponses as listResponses } from '../http/describe-responses.ts'
import type { Env } from '../http/env.ts'
import type { RouteGroup as Routes } from '../http/route-group.ts'
import {
  type SearchDeps,
  SearchProductsAnswer,
  SearchProductsInput,
  searchProducts,
} from '../tools/search-products.ts'
import { FormatParameters, listAnswers } from './list-answers.ts'

const { query, limit, topic } = SearchProductsInput.shape
const SearchParameters = z.object({ q: query, limit, topic })

/** Products by words. */
export function search(deps: SearchDeps & { clock(): number }): Routes {
  const list = listAnswers(deps)

  const paths: Routes['paths'] = {
    '/api/search': {
      get: {
        operationId: 'searchProducts',
        tags: ['Rankings'],
        summary: 'Products whose name, tagline or topics match some words',
        requestParams: { query: SearchParameters.extend(FormatParameters.shape) },
        responses: listResponses(SearchProductsAnswer),
      },
    },
  }

  const routes = new Hono<Env>().get('/api/search', (c) =>
    list(c, {
      file: 'search',
      input: SearchParameters,
      answer: ({ q, ...input }) => searchProducts({ query: q, ...input }, deps, c.req.raw),
      products: ({ hits }) => hits,
    }),
  )

  return { paths, routes }
}
