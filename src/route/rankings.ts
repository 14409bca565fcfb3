import { Hono } from 'hono'
import { TopProductsAnswer, TopProductsInput, topProducts } from '../query/top-products.ts'
import {
  TopProductsByTimeframeAnswer,
  topProductsByTimeframe,
  topProductsByTimeframeInput,
} from '../query/top-products-by-timeframe.ts'
import {
  TopProductsThisWeekAnswer,
  TopProductsThisWeekInput,
  topProductsThisWeek,
} from '../query/top-products-this-week.ts'
import type { TimeframeNeeds } from '../tool/get-top-products-by-timeframe.ts'
import { listResponses, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { FormatParameters, listAnswers } from './list-answers.ts'

interface RankingsDeps extends TimeframeNeeds {
  clock(): number
}

/** The rankings: of all time, of the last days, of a calendar timeframe. */
export function rankings(needs: RankingsDeps): Routes {
  const TopProductsByTimeframeInput = topProductsByTimeframeInput(needs.defaultTimezone)

  const list = listAnswers(needs)

  const paths: Routes['paths'] = {
    '/api/top': {
      get: {
        operationId: 'getTopProducts',
        tags: ['Rankings'],
        summary: 'The products with the most votes of all time',
        requestParams: { query: TopProductsInput.extend(FormatParameters.shape) },
        responses: listResponses(TopProductsAnswer),
      },
    },
    '/api/top-week': {
      get: {
        operationId: 'getTopProductsThisWeek',
        tags: ['Rankings'],
        summary: 'The best launches of the last days, counted back from now',
        requestParams: { query: TopProductsThisWeekInput.extend(FormatParameters.shape) },
        responses: listResponses(TopProductsThisWeekAnswer),
      },
    },
    '/api/top-range': {
      get: {
        operationId: 'getTopProductsByTimeframe',
        tags: ['Rankings'],
        summary: 'The best launches of a day, a week, a month, a year or a range',
        requestParams: { query: TopProductsByTimeframeInput.extend(FormatParameters.shape) },
        responses: listResponses(TopProductsByTimeframeAnswer),
      },
    },
  }

  const routes = new Hono<Door>()
    .get('/api/top', (c) =>
      list(c, {
        file: 'top',
        input: TopProductsInput,
        answer: (input) => topProducts(input, needs, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )
    .get('/api/top-week', (c) =>
      list(c, {
        file: 'top-week',
        input: TopProductsThisWeekInput,
        answer: (input) => topProductsThisWeek(input, needs, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )
    .get('/api/top-range', (c) =>
      list(c, {
        file: 'top-range',
        input: TopProductsByTimeframeInput,
        answer: (input) => topProductsByTimeframe(input, needs, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )

  return { paths, routes }
}
