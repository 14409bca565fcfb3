import { DateTime } from 'luxon'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import type { Window } from '../ranking/window.ts'
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
import { listOperation } from './list-answers.ts'

/** The rankings: of all time, of the last days, of a calendar timeframe. */
export function rankings(deps: TimeframeDeps): RouteGroup {
  const getTopProducts = listOperation({
    path: '/api/top',
    operationId: 'getTopProducts',
    summary: 'The products with the most votes of all time',
    query: TopProductsInput,
    data: TopProductsAnswer,
    file: ({ asOf }) => `top-${asOf.slice(0, 10)}`,
    answer: (query, request) => topProducts(query, deps, request),
    products: ({ posts }) => posts,
  })
  const getTopProductsThisWeek = listOperation({
    path: '/api/top-week',
    operationId: 'getTopProductsThisWeek',
    summary: 'The best launches of the last days, counted back from now',
    query: TopProductsThisWeekInput,
    data: TopProductsThisWeekAnswer,
    file: ({ window }) => daysOf(window, 'UTC'),
    answer: (query, request) => topProductsThisWeek(query, deps, request),
    products: ({ posts }) => posts,
  })
  const getTopProductsByTimeframe = listOperation({
    path: '/api/top-range',
    operationId: 'getTopProductsByTimeframe',
    summary: 'The best launches of a day, a week, a month, a year or a range',
    query: topProductsByTimeframeInput(deps.defaultTimezone),
    data: TopProductsByTimeframeAnswer,
    file: ({ window, tz }) => daysOf(window, tz),
    answer: (query, request) => topProductsByTimeframe(query, deps, request),
    products: ({ posts }) => posts,
  })
  return routeGroup([getTopProducts, getTopProductsThisWeek, getTopProductsByTimeframe])
}

/** `2026-11-23--2026-11-25`, or one day. */
function daysOf({ postedAfter, postedBefore }: Window, zone: string) {
  const first = DateTime.fromISO(postedAfter, { zone })
  const last = DateTime.fromISO(postedBefore, { zone }).minus(1)
  return [...new Set([first.toISODate(), last.toISODate()])].join('--')
}
