import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import { catalogueClock } from './catalogue-clock.ts'
import type { ProductSource, RankingRequest } from './source.ts'
import { unknownTopicNote } from './unknown-topic-note.ts'

/** Launches as of one point in time. */
export interface Snapshot {
  readonly leaderboard: Leaderboard
  /**
   * The UTC day that the launches take as their today. With it they move along with the clock, by
   * whole days, and what has not launched yet is not shown. Without it they stay where they are.
   */
  readonly today?: string
  /** When they were read, where that is not just now. */
  readonly readAt?: Date
  /** Whether they could not be read again when they should have been. */
  readonly isStale?: boolean
}

export interface Catalogue {
  /** The launches served now; a new object whenever they have been read again. */
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

/** Its own order is by votes, so that VOTES and RANKING are one and the same. */
export function catalogueSource(catalogue: Catalogue, { now }: { now(): Date }): ProductSource {
  const clock = catalogueClock(now)

  return {
    name: 'catalogue',

    async top(request) {
      const snapshot = await catalogue.current()
      const { shiftMs, untilMs, result } = clock(snapshot)
      const { window } = request
      const from = window ? Date.parse(window.postedAfter) - shiftMs : Number.NEGATIVE_INFINITY
      const before = window ? Date.parse(window.postedBefore) - shiftMs : Number.POSITIVE_INFINITY
      const span = { from, until: Math.min(before, untilMs) }
      const { topic } = request
      const products = best(snapshot.leaderboard, request, span)
      if (topic === undefined || products.length > 0) return result(products)
      return { ...result(products), ...unknownTopicNote(snapshot.leaderboard, topic) }
    },
  }
}

function best(
  leaderboard: Leaderboard,
  { topic, limit }: RankingRequest,
  { from, until }: { from: number; until: number },
) {
  if (topic === undefined) return leaderboard.top(limit, from, until)
  return leaderboard.topOfTopic(topic, limit, from, until)
}
