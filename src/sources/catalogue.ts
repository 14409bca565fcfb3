import { LRUCache } from 'lru-cache'
import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import { catalogueClock } from './catalogue-clock.ts'
import { type ProductSource, readingGone } from './source.ts'
import { unknownTopicNote } from './unknown-topic-note.ts'

/** Launches as of one point in time. */
export interface Snapshot {
  readonly leaderboard: Leaderboard
  /** Names the reading. Those of the same name have the same launches in the same order. */
  readonly reading: string
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
  /** The current launches: another leaderboard after each refresh. */
  current(): Snapshot | Promise<Snapshot>
  /** An earlier reading, if the catalogue can compute it. */
  earlier?(reading: string): Snapshot | undefined
}

interface FixedLaunches {
  products: readonly Product[]
  today?: string
}

/** Launches that never change. */
export function fixedCatalogue({ products, today }: FixedLaunches): Catalogue {
  const fixed = { leaderboard: createLeaderboard(products), reading: 'fixed' }
  const snapshot = today === undefined ? fixed : { ...fixed, today }
  return { current: () => snapshot }
}

/** Readings that somebody goes through page by page stay for so long, and so many of them. */
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 3

/** A ranking of the catalogue. Its own order is by votes, so VOTES and RANKING are the same. */
export function catalogueSource(catalogue: Catalogue, { now }: { now(): Date }): ProductSource {
  const clock = catalogueClock(now)
  const kept = new LRUCache<string, Snapshot>({ max: MAX_KEPT, ttl: KEPT_MS })

  const at = (snapshot: Snapshot) => ({ ...snapshot, ...clock(snapshot) })
  const current = async () => at(await catalogue.current())

  const earlier = async (reading: string) => {
    const snapshot = await catalogue.current()
    if (snapshot.reading === reading) return snapshot
    const found = kept.get(reading) ?? catalogue.earlier?.(reading)
    if (!found) throw readingGone()
    return found
  }

  return {
    name: 'catalogue',

    async top({ window, limit, topic }) {
      const { leaderboard, span, result } = await current()
      const products = leaderboard.top(limit, span(window), topic)
      return { ...result(products), ...emptyNote(leaderboard, products, topic) }
    },

    async launches({ window, limit, topic, from }) {
      const snapshot = from ? await earlier(from.reading) : await catalogue.current()
      kept.set(snapshot.reading, snapshot)
      const { leaderboard, reading, span, result } = at(snapshot)
      const all = leaderboard.top(Infinity, span(window), topic)
      const start = from?.offset ?? 0
      const products = all.slice(start, start + limit)
      return {
        ...result(products),
        ...emptyNote(leaderboard, all, topic),
        reading,
        total: all.length,
        hasMore: start + limit < all.length,
      }
    },

    async product({ id }) {
      const { leaderboard, hasLaunched, result } = await current()
      const product = leaderboard.find(id)
      return result(product && hasLaunched(product) ? [product] : [])
    },

    async rank({ id, window }) {
      const { leaderboard, span, result } = await current()
      const all = leaderboard.top(Infinity, span(window))
      const index = all.findIndex((product) => product.id === id)
      if (index === -1) return null
      const around = all.filter((_product, other) => Math.abs(other - index) === 1)
      return { rank: index + 1, of: all.length, neighbours: result(around).products }
    },
  }
}

/** Says why a list is empty, if its topic is the reason. */
function emptyNote(leaderboard: Leaderboard, products: readonly Product[], topic?: string) {
  return topic === undefined || products.length > 0 ? {} : unknownTopicNote(leaderboard, topic)
}
