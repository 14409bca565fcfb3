import { createLeaderboard } from '../product/leaderboard.ts'
import type { Product } from '../product/product.ts'
import { catalogueClock } from './catalogue-clock.ts'
import type { ProductSource } from './source.ts'

export interface Catalogue {
  readonly products: readonly Product[]
  /**
   * The UTC day that the launches take as their today. With it they move along with the clock, by
   * whole days, and what has not launched yet is not shown. Without it they stay where they are.
   */
  readonly today?: string
}

/** Its own order is by votes, so that VOTES and RANKING are one and the same. */
export function catalogueSource(catalogue: Catalogue, { now }: { now(): Date }): ProductSource {
  const leaderboard = createLeaderboard(catalogue.products)
  const clock = catalogueClock(catalogue.today, now)

  return {
    name: 'catalogue',

    async top({ window, limit }) {
      const { shiftMs, untilMs, reading } = clock()
      if (!window) return reading(leaderboard.top(limit, Number.NEGATIVE_INFINITY, untilMs))
      const from = Date.parse(window.postedAfter) - shiftMs
      const until = Date.parse(window.postedBefore) - shiftMs
      return reading(leaderboard.top(limit, from, Math.min(until, untilMs)))
    },
  }
}
