import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import { catalogueClock } from './catalogue-clock.ts'
import { offsetOf } from './offset.ts'
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
  /** The instant of their reading; now by default. */
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

  const current = async () => {
    const snapshot = await catalogue.current()
    return { leaderboard: snapshot.leaderboard, ...clock(snapshot) }
  }

  return {
    name: 'catalogue',

    async top({ window, limit, topic }) {
      const { leaderboard, interval, result } = await current()
      const products = leaderboard.top(limit, ...interval(window), topic)
      return { ...result(products), ...emptyNote(leaderboard, products, topic) }
    },

    async launches({ window, limit, topic, after }) {
      const start = offsetOf(after)
      const { leaderboard, interval, result } = await current()
      const ranks = leaderboard.ranksIn(...interval(window), topic)
      const end = start + limit
      const products = Array.from(ranks.subarray(start, end), leaderboard.product)
      const next = end < ranks.length ? String(end) : undefined
      const note = emptyNote(leaderboard, products, topic)
      return { ...result(products), ...note, total: ranks.length, next }
    },

    async product({ id }) {
      const { leaderboard, hasLaunched, result } = await current()
      const rank = leaderboard.rankOf(id)
      const isShown = rank !== undefined && hasLaunched(leaderboard.launched(rank))
      return result(isShown ? [leaderboard.product(rank)] : [])
    },

    async rank({ id, window }) {
      const { leaderboard, interval, result } = await current()
      const ranks = leaderboard.ranksIn(...interval(window))
      const at = ranks.indexOf(leaderboard.rankOf(id) ?? -1)
      if (at === -1) return null
      const around = [...ranks.subarray(Math.max(0, at - 1), at), ...ranks.subarray(at + 1, at + 2)]
      const neighbours = result(around.map(leaderboard.product)).products
      return { rank: at + 1, of: ranks.length, neighbours }
    },
  }
}

/** Says why a list is empty, if its topic is the reason. */
function emptyNote(leaderboard: Leaderboard, products: readonly Product[], topic?: string) {
  return topic === undefined || products.length > 0 ? {} : unknownTopicNote(leaderboard, topic)
}
