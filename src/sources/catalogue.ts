import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import { catalogueClock } from './catalogue-clock.ts'
import type { ProductSource } from './source.ts'
import { unknownTopicNote } from './unknown-topic-note.ts'

/** Launches as of one point in time. */
export interface Snapshot {
  readonly leaderboard: Leaderboard
  /**
   * The UTC day of the launches that is shown as today. With it all dates move with the clock, by
   * whole days, and future launches are hidden. Without it the dates are fixed.
   */
  readonly today?: string
  /** When they were read; now by default. */
  readonly readAt?: Date
  /** Whether the last refresh failed. */
  readonly isStale?: boolean
}

export interface Catalogue {
  /** The current launches: a new object after each refresh. */
  current(): Snapshot | Promise<Snapshot>
}

interface FixedLaunches {
  products: readonly Product[]
  today?: string
}

/** Launches that never change. */
export function fixedCatalogue({ products, today }: FixedLaunches): Catalogue {
  const leaderboard = createLeaderboard(products)
  const snapshot = today === undefined ? { leaderboard } : { leaderboard, today }
  return { current: () => snapshot }
}

/** A ranking of the catalogue. Its own order is by votes, so VOTES and RANKING are the same. */
export function catalogueSource(catalogue: Catalogue, { now }: { now(): Date }): ProductSource {
  const clock = catalogueClock(now)

  return {
    name: 'catalogue',

    async top(request) {
      const snapshot = await catalogue.current()
      const { shiftMs, untilMs, result } = clock(snapshot)
      const { window, limit, topic } = request
      const from = window ? Date.parse(window.postedAfter) - shiftMs : Number.NEGATIVE_INFINITY
      const before = window ? Date.parse(window.postedBefore) - shiftMs : Number.POSITIVE_INFINITY
      const products = snapshot.leaderboard.top(limit, from, Math.min(before, untilMs), topic)
      if (topic === undefined || products.length > 0) return result(products)
      return { ...result(products), ...unknownTopicNote(snapshot.leaderboard, topic) }
    },
  }
}
