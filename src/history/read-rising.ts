import { LRUCache } from 'lru-cache'
import { isoOf } from '../core/instant.ts'
import type { Product } from '../ranking/product.ts'
import { hasTopic } from '../ranking/topic.ts'
import { rejectTopic } from '../sources/fresh-source.ts'
import { SOURCES } from '../sources/source.ts'
import type { CountedLaunch, History } from './history.ts'
import {
  instantsBefore,
  MIN_COMPARED,
  type Rise,
  risingLaunches,
  TRENDING_WINDOWS,
  type TrendingWindow,
} from './rising.ts'

interface RisingDeps {
  history: History
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
}

interface FoundRising {
  rising: readonly (Product & Rise)[]
  compared: number
  /** Why there is no ranking. */
  missing: string | undefined
  /** When the votes were counted last. */
  asOf: string
  /** Whether the votes are so old that their source must have failed. */
  stale: boolean
}

/** The launches that rise in a window until now, of one topic if given. */
export type ReadRising = (window: TrendingWindow, topic?: string) => Promise<FoundRising>

/** Votes are counted every ten minutes at most. */
const CACHED_MS = 30_000
const STALE_MS = 90 * 60_000

/** More of them are no news. */
const MAX_RISING = 100

export function createReadRising({ history, now, clock }: RisingDeps): ReadRising {
  /** Readers at once wait for one answer. */
  const cache = new LRUCache<TrendingWindow, Promise<FoundRising>>({
    max: TRENDING_WINDOWS.length,
    ttl: CACHED_MS,
    ttlResolution: 0,
    // An entry that was set at zero would never expire.
    perf: { now: () => clock() + 1 },
    memoMethod(window) {
      const rising = findRising(window, history, now().getTime())
      rising.catch(() => cache.delete(window))
      return rising
    },
  })

  return async (window, topic) => {
    const { hasTopics, label } = SOURCES[history.source]
    if (!hasTopics) rejectTopic(topic, label)
    const known = await cache.memo(window)
    if (topic === undefined) return known
    return { ...known, rising: known.rising.filter((product) => hasTopic(product, topic)) }
  }
}

async function findRising(
  window: TrendingWindow,
  history: RisingDeps['history'],
  moment: number,
): Promise<FoundRising> {
  const launches = await history.counted(instantsBefore(moment))
  const { rising, compared } = risingLaunches(launches, { now: moment, window })
  const shown = rising.slice(0, MAX_RISING)
  const products = await history.products(shown.map(({ launch }) => launch.id))
  const byId = new Map(products.map((product) => [product.id, product]))
  const last = lastCount(launches) ?? moment
  return {
    rising: shown.flatMap(({ launch, ...rise }) => {
      const product = byId.get(launch.id)
      return product ? [{ ...product, ...rise }] : []
    }),
    compared,
    missing: missingFor(compared),
    asOf: isoOf(last),
    stale: moment - last > STALE_MS,
  }
}

function lastCount(launches: readonly CountedLaunch[]): number | undefined {
  const last = launches.reduce((latest, { counts }) => Math.max(latest, counts[0]?.at ?? 0), 0)
  return last || undefined
}

function missingFor(compared: number): string | undefined {
  if (compared >= MIN_COMPARED) return undefined
  return (
    `Rising launches are found by comparing ${MIN_COMPARED} launches whose votes were counted in the ` +
    `window and before it: ${compared === 0 ? 'there is none' : `there are ${compared}`} at present.`
  )
}
