import { LRUCache } from 'lru-cache'
import type { Leaderboard, TimeSpan } from '../ranking/leaderboard.ts'
import { placesIn } from '../ranking/place.ts'
import type { Product } from '../ranking/product.ts'
import {
  type ProductSource,
  type RequestedWindow,
  type SourceResult,
  versionGone,
} from './source.ts'
import { unknownTopicNote } from './unknown-topic-note.ts'

/** Launches as of one point in time. */
export interface CatalogueSnapshot {
  readonly leaderboard: Leaderboard
  /** Names the version. Catalogues of one name have the same launches in the same order. */
  readonly version: string
  /** When it was read; now by default. */
  readonly readAt?: Date
  /** Whether the last refresh failed. */
  readonly isStale?: boolean
}

export interface Catalogue {
  /** The current launches: another leaderboard after each refresh. */
  current(): CatalogueSnapshot | Promise<CatalogueSnapshot>
  /** An earlier version, if the catalogue can compute it. */
  earlier?(version: string): CatalogueSnapshot | undefined
}

/** How long, and how many, versions are retained for readers who page through them. */
const RETAINED_MS = 10 * 60_000
const MAX_RETAINED = 3

/** A ranking of the catalogue. Its own order is by votes, so VOTES and RANKING are the same. */
export function catalogueSource(catalogue: Catalogue, { now }: { now(): Date }): ProductSource {
  const retained = new LRUCache<string, CatalogueSnapshot>({ max: MAX_RETAINED, ttl: RETAINED_MS })

  const earlier = async (version: string) => {
    const snapshot = await catalogue.current()
    if (snapshot.version === version) return snapshot
    const found = retained.get(version) ?? catalogue.earlier?.(version)
    if (!found) throw versionGone()
    return found
  }

  return {
    name: 'catalogue',

    async top({ window, limit, topic }) {
      const snapshot = await catalogue.current()
      const products = snapshot.leaderboard.top(limit, spanOf(window), topic)
      return { ...resultOf(snapshot, products, now), ...emptyNote(snapshot, products, topic) }
    },

    async launches({ window, limit, topic, from, minVotes, maxRank }) {
      const snapshot = from ? await earlier(from.version) : await catalogue.current()
      const { version, leaderboard } = snapshot
      retained.set(version, snapshot)
      const all = leaderboard.top(Infinity, spanOf(window), topic)
      const places = placesIn(all, { minVotes, maxRank })
      const start = from?.offset ?? 0
      const page = places.slice(start, start + limit)
      const products = page.map(({ product }) => product)
      return {
        ...resultOf(snapshot, products, now),
        ...emptyNote(snapshot, all, topic),
        ...(minVotes !== undefined && { ranks: page.map(({ rank }) => rank) }),
        version,
        total: places.length,
        hasMore: start + limit < places.length,
      }
    },

    async product({ id }) {
      const snapshot = await catalogue.current()
      const product = snapshot.leaderboard.find(id)
      return resultOf(snapshot, product ? [product] : [], now)
    },

    async rank({ id, window }) {
      const { leaderboard } = await catalogue.current()
      const all = leaderboard.top(Infinity, spanOf(window))
      const index = all.findIndex((product) => product.id === id)
      if (index === -1) return null
      const neighbours = all.filter((_product, other) => Math.abs(other - index) === 1)
      return { rank: index + 1, of: all.length, neighbours }
    },
  }
}

/** The result of a catalogue at one moment. */
export function resultOf(
  { readAt, isStale = false }: CatalogueSnapshot,
  products: Product[],
  now: () => Date,
): SourceResult {
  const asOf = (readAt ?? now()).toISOString()
  return { products, source: 'catalogue', asOf, stale: isStale }
}

function spanOf(window: RequestedWindow | undefined): TimeSpan | undefined {
  return window && { from: Date.parse(window.postedAfter), until: Date.parse(window.postedBefore) }
}

/** Says why a list is empty, if its topic is the reason. */
function emptyNote(
  { leaderboard }: CatalogueSnapshot,
  products: readonly Product[],
  topic?: string,
) {
  return topic === undefined || products.length > 0 ? {} : unknownTopicNote(leaderboard, topic)
}
