import { Hono } from 'hono'
import { describeListResponses as listResponses } from '../http/describe-responses.ts'
import type { Env } from '../http/env.ts'
import type { RouteGroup as Routes } from '../http/route-group.ts'
import { TopProductsAnswer, TopProductsInput, topProducts } from '../tools/top-products.ts'
import {
  type TimeframeDeps,
  TopProductsByTimeframeAnswer,
  topProductsByTimeframe,
  topProductsByTimeframeInput,
} from '../tools/top-products-by-timeframe.ts'
import {
  TopProductsThisWeekAnswer,
  TopProductsThisWeekInput,
  topProductsThisWeek,
} from '../tools/top-products-this-week.ts'
import { FormatParameters, listAnswers } from './list-answers.ts'

interface RankingsDeps extends TimeframeDeps {
  clock(): number
}

/** The rankings: of all time, of the last days, of a calendar timeframe. */
export function rankings(deps: RankingsDeps): Routes {
  const TopProductsByTimeframeInput = topProductsByTimeframeInput(deps.defaultTimezone)

  const list = listAnswers(deps)

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

  const routes = new Hono<Env>()
    .get('/api/top', (c) =>
      list(c, {
        file: 'top',
        input: TopProductsInput,
        answer: (input) => topProducts(input, deps, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )
    .get('/api/top-week', (c) =>
      list(c, {
        file: 'top-week',
        input: TopProductsThisWeekInput,
        answer: (input) => topProductsThisWeek(input, deps, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )
    .get('/api/top-range', (c) =>
      list(c, {
        file: 'top-range',
        input: TopProductsByTimeframeInput,
        answer: (input) => topProductsByTimeframe(input, deps, c.req.raw),
        products: ({ posts }) => posts,
      }),
    )

  return { paths, routes }
}
