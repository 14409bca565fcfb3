import { Hono } from 'hono'
import { parse } from '../parse.ts'
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
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { readyAnswers } from './ready-answers.ts'

interface RankingsDeps extends TimeframeNeeds {
  clock(): number
}

/** The rankings: of all time, of the last days, of a calendar timeframe. */
export function rankings(needs: RankingsDeps): Routes {
  const TopProductsByTimeframeInput = topProductsByTimeframeInput(needs.defaultTimezone)

  const ready = readyAnswers(needs)

  const paths: Routes['paths'] = {
    '/api/top': {
      get: {
        operationId: 'getTopProducts',
        tags: ['Rankings'],
        summary: 'The products with the most votes of all time',
        requestParams: { query: TopProductsInput },
        responses: answers(TopProductsAnswer),
      },
    },
    '/api/top-week': {
      get: {
        operationId: 'getTopProductsThisWeek',
        tags: ['Rankings'],
        summary: 'The best launches of the last days, counted back from now',
        requestParams: { query: TopProductsThisWeekInput },
        responses: answers(TopProductsThisWeekAnswer),
      },
    },
    '/api/top-range': {
      get: {
        operationId: 'getTopProductsByTimeframe',
        tags: ['Rankings'],
        summary: 'The best launches of a day, a week, a month, a year or a range',
        requestParams: { query: TopProductsByTimeframeInput },
        responses: answers(TopProductsByTimeframeAnswer),
      },
    },
  }

  const routes = new Hono<Door>()
    .get('/api/top', (c) =>
      ready(c, async () => topProducts(parse(TopProductsInput, c.req.query()), needs, c.req.raw)),
    )
    .get('/api/top-week', (c) =>
      ready(c, async () =>
        topProductsThisWeek(parse(TopProductsThisWeekInput, c.req.query()), needs, c.req.raw),
      ),
    )
    .get('/api/top-range', (c) =>
      ready(c, async () =>
        topProductsByTimeframe(parse(TopProductsByTimeframeInput, c.req.query()), needs, c.req.raw),
      ),
    )

  return { paths, routes }
}
