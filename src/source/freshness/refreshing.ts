import { LRUCache } from 'lru-cache'
import { AppError } from '../../error.ts'
import type { Log } from '../../log.ts'
import { untilAborted } from '../../until-aborted.ts'
import { withTimeLimit } from '../../upstream/time-limit.ts'
import { createFlights } from '../guard/flight.ts'
import { FRESH_MS, STALE_MS, type Store } from './store.ts'

/** A value that says how old it is. */
export interface Dated {
  asOf: string
  stale: boolean
}

export type Load<Value> = (signal: AbortSignal) => Promise<Value>

export interface RefreshingOptions<Value> {
  store: Store<Value>
  now(): Date
  clock(): number
  log: Log
  /** Keeps a Worker alive until the promise has settled, whoever left in the meantime. */
  waitUntil?: (promise: Promise<unknown>) => void
}

export interface Refreshing<Value> {
  /** The value, from the one refresh that everybody waits for. */
  awaited(key: string, load: Load<Value>, signal?: AbortSignal): Promise<Value>
  /** Sees to it that one refresh is under way, unless the last has only just failed. */
  behind(key: string, load: Load<Value>): void
  /** Whether the last refresh has only just failed. */
  isPausing(key: string): boolean
  /** Whether the last refresh failed, at this time of the clock or later. */
  hasFailedSince(key: string, timeMs: number): boolean
}

/** How long a refresh that failed is not tried again. */
const PAUSE_MS = 5_000

/** Whatever becomes of the refresh that they share, nobody waits longer. */
const LONGEST_WAIT_MS = 9_800

const MOST_FAILURES = 1_000

/** Fills a store, one refresh of a key at a time. */
export function createRefreshing<Value extends Dated>({
  store,
  now,
  clock,
  log,
  waitUntil = () => {},
}: RefreshingOptions<Value>): Refreshing<Value> {
  const flights = createFlights<Value>({ clock })
  const failedAt = new LRUCache<string, number>({ max: MOST_FAILURES })

  const refresh = async (key: string, load: Load<Value>, signal: AbortSignal) => {
    try {
      const value = await untilAborted(load(signal), signal)
      // Whoever we asked may have been left with an earlier answer too.
      if (value.stale) failedAt.set(key, clock())
      else failedAt.delete(key)
      waitUntil(keep(key, value))
      return value
    } catch (error) {
      // Who leaves has not failed; who was let down by the time has.
      const isFailure = !signal.aborted || signal.reason instanceof AppError
      if (isFailure) failedAt.set(key, clock())
      throw error
    }
  }

  const keep = async (key: string, value: Value) => {
    try {
      await store.set(key, { value, readAtMs: clock() - ageMs(value, now()) })
    } catch (error) {
      log.warn('answer-not-kept', { error })
    }
  }

  const lastFailure = (key: string) => failedAt.get(key) ?? Number.NEGATIVE_INFINITY
  const isPausing = (key: string) => clock() - lastFailure(key) < PAUSE_MS

  const departing = (key: string, load: Load<Value>) => (signal: AbortSignal) => {
    const refreshed = refresh(key, load, signal)
    waitUntil(refreshed.catch(() => {}))
    return refreshed
  }

  return {
    awaited: (key, load, signal) =>
      withTimeLimit({ upstream: 'The source', timeoutMs: LONGEST_WAIT_MS, signal }, (limited) =>
        flights.join(key, departing(key, load), limited),
      ),

    isPausing,

    behind(key, load) {
      if (isPausing(key) || flights.has(key)) return
      flights.join(key, departing(key, load)).catch((error) => {
        // What an upstream does to us is recorded where it is asked.
        if (AppError.from(error).code === 'internal') log.error('refresh-failed', { error })
      })
    },

    hasFailedSince: (key, timeMs) => lastFailure(key) >= timeMs,
  }
}

/**
 * The age of a value that has just come. Whoever read it, perhaps another process, tells when by the
 * wall clock, and that may have been turned since: no age is below zero, and what does not call
 * itself stale is not older than what is fresh.
 */
function ageMs({ asOf, stale }: Dated, now: Date) {
  const oldestMs = stale ? STALE_MS : FRESH_MS
  return Math.min(Math.max(0, now.getTime() - Date.parse(asOf)), oldestMs)
}
