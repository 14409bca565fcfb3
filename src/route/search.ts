import { Hono } from 'hono'
import * as z from 'zod'
import { parse } from '../parse.ts'
import {
  type SearchNeeds,
  SearchProductsAnswer,
  SearchProductsInput,
  searchProducts,
} from '../query/search-products.ts'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

const { query, limit } = SearchProductsInput.shape
const SearchParameters = z.object({ q: query, limit })

/** Products by words. */
export function search(needs: SearchNeeds): Routes {
  const paths: Routes['paths'] = {
    '/api/search': {
      get: {
        operationId: 'searchProducts',
        tags: ['Rankings'],
        summary: 'Products whose name, tagline or topics match some words',
        requestParams: { query: SearchParameters },
        responses: answers(SearchProductsAnswer),
      },
    },
  }

  const routes = new Hono<Door>().get('/api/search', async (c) => {
    const { q, limit } = parse(SearchParameters, c.req.query())
    return reply(c, await searchProducts({ query: q, limit }, needs, c.req.raw))
  })

  return { paths, routes }
}
