import { LRUCache } from 'lru-cache'
import { AppError } from '../core/error.ts'
import { findZone } from '../ranking/calendar.ts'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { CURVE_HOURS } from './curve.ts'
import type { History } from './history.ts'
import { calendarDay, createLearnedDays } from './learned-days.ts'
import type { Score } from './score.ts'
import {
  lengthOf,
  MAX_COUNT_AGE_MS,
  missingFor,
  risingLaunches,
  type TrendingWindow,
} from './trending.ts'
import { HOUR_MS } from './votes-over-time.ts'

interface RisingDeps {
  history: History
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
}

interface Rising {
  rising: readonly (Product & Score)[]
  /** Why nothing can be told yet. */
  missing: string | undefined
  /** When the votes were counted last. */
  asOf: string
  /** Whether that was so long ago that their source must have failed. */
  stale: boolean
}

/** The launches that rise in a window until now, of one topic if given. */
export type ReadRising = (window: TrendingWindow, topic?: string) => Promise<Rising>

/** Votes are counted every ten minutes at most. */
const CACHED_MS = 30_000
const STALE_MS = 90 * 60_000

/** Reads what is rising from a history. */
export function createReadRising({ history, now, clock }: RisingDeps): ReadRising {
  const zone = findZone(history.timezone)
  if (!zone) throw new RangeError(`unknown time zone ${history.timezone}`)
  const learnedDays = createLearnedDays(history, zone)
  const cache = new LRUCache<TrendingWindow, Rising>({
    max: 3,
    ttl: CACHED_MS,
    ttlResolution: 0,
    // An entry that was set at zero would never expire.
    perf: { now: () => clock() + 1 },
  })

  const read = async (window: TrendingWindow) => {
    const moment = now().getTime()
    const earlier = await learnedDays(moment)
    const missing = missingFor(earlier)
    const launches = await history.launches({
      launchedFrom: moment - CURVE_HOURS * HOUR_MS,
      launchedUntil: moment,
      since: moment - lengthOf(window) - MAX_COUNT_AGE_MS,
      until: moment,
    })
    const dayOf = (launchedAt: number) => calendarDay(launchedAt, zone)
    const rising = risingLaunches(launches, earlier, { window, now: moment, dayOf })
    const counted = launches.flatMap(({ counts }) => counts.at(-1)?.at ?? [])
    const last = counted.length > 0 ? Math.max(...counted) : moment
    const found = {
      rising: missing
        ? []
        : rising.map(({ launch, ...score }) => ({ ...launch.product, ...score })),
      missing,
      asOf: new Date(last).toISOString(),
      stale: moment - last > STALE_MS,
    }
    cache.set(window, found)
    return found
  }

  return async (window, topic) => {
    const known = cache.get(window) ?? (await read(window))
    if (topic === undefined) return known
    const { rising } = known
    if (rising.length > 0 && rising.every(({ topics }) => topics.length === 0))
      throw withoutTopics()
    const isOfTopic = ({ topics }: Product) =>
      topics.some((one) => topicKey(one) === topicKey(topic))
    return { ...known, rising: rising.filter(isOfTopic) }
  }
}

function withoutTopics() {
  const message = 'topic: cannot be used, because these launches have no topics. Leave it out.'
  return new AppError('invalid-request', message)
}
