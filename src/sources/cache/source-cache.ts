import { LRUCache } from 'lru-cache'
import { untilAborted } from '../../core/abort.ts'
import { AppError } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import { createSingleFlight } from './single-flight.ts'
import { type Entry, FRESH_MS, STALE_MS, type Store } from './store.ts'

/** A value with its age. */
interface Dated {
  asOf: string
  stale: boolean
}

type Load<Value> = (signal: AbortSignal) => Promise<Value>

export interface SourceCacheOptions<Value> {
  store: Store<Value>
  now(): Date
  clock(): number
  log: Log
  /** Keeps a Worker alive until the promise has settled, even if the caller has left. */
  waitUntil?: (promise: Promise<unknown>) => void
  /** Up to this age a value is fresh. */
  freshMs?: number
  /** Up to this age it may be served stale. */
  staleMs?: number
  /**
   * Whether callers wait for the refresh and get the cached value only if it fails: for callers that
   * have a cache of their own.
   */
  waitsForRefresh?: boolean
}

export interface SourceCache<Value> {
  /**
   * The value for a key. One that is no longer fresh is served at once and refreshed in the
   * background; its `stale` is true if the last refresh failed. Rejects only if there is no value.
   */
  read(key: string, load: Load<Value>, signal?: AbortSignal): Promise<Value>
}

/** How long to wait after a failed refresh before the next one. */
const COOLDOWN_MS = 5_000

/** How long a caller waits for a refresh, which on Workers may have been lost. */
const MAX_WAIT_MS = 9_800

const MAX_FAILURES = 1_000

/**
 * Caches the results of a live source with `stale-while-revalidate` and `stale-if-error`. Equal
 * questions share one refresh, which is aborted when its last caller has aborted.
 */
export function createSourceCache<Value extends Dated>(
  options: SourceCacheOptions<Value>,
): SourceCache<Value> {
  const { store, clock, freshMs = FRESH_MS, staleMs = STALE_MS, waitsForRefresh = false } = options
  const refreshes = createRefreshes(options)

  const cached = (key: string, load: Load<Value>, entry: Entry<Value>) => {
    refreshes.startInBackground(key, load)
    const hasFailed = refreshes.failedAtMs(key) >= entry.readAtMs
    return hasFailed ? { ...entry.value, stale: true } : entry.value
  }

  return {
    async read(key, load, signal) {
      signal?.throwIfAborted()
      const refreshed = () => refreshes.wait(key, load, signal)

      const serve = (entry: Entry<Value> | undefined) => {
        const ageMs = entry ? clock() - entry.readAtMs : staleMs
        if (!entry || ageMs >= staleMs) return refreshed()
        if (ageMs < freshMs) return entry.value
        if (!waitsForRefresh || refreshes.isCoolingDown(key)) return cached(key, load, entry)
        return refreshed().catch(() => {
          signal?.throwIfAborted()
          return cached(key, load, entry)
        })
      }

      const found = store.get(key)
      return found instanceof Promise ? found.then(serve) : serve(found)
    },
  }
}

/** Refreshes a store, one refresh of a key at a time. */
function createRefreshes<Value extends Dated>({
  store,
  now,
  clock,
  log,
  waitUntil = () => {},
}: SourceCacheOptions<Value>) {
  const pending = createSingleFlight<Value>({ clock })
  const failures = new LRUCache<string, number>({ max: MAX_FAILURES })

  const refresh = async (key: string, load: Load<Value>, signal: AbortSignal) => {
    try {
      const value = await untilAborted(load(signal), signal)
      // The source may itself be a cache that could not refresh.
      if (value.stale) failures.set(key, clock())
      else failures.delete(key)
      waitUntil(save(key, value))
      return value
    } catch (error) {
      // An aborted call is not a failure; a timeout is.
      const isFailure = !signal.aborted || signal.reason instanceof AppError
      if (isFailure) failures.set(key, clock())
      throw error
    }
  }

  const save = async (key: string, value: Value) => {
    try {
      await store.set(key, { value, readAtMs: clock() - ageMs(value, now()) })
    } catch (error) {
      log.warn('cache-write-failed', { error })
    }
  }

  const start = (key: string, load: Load<Value>) => (signal: AbortSignal) => {
    const refreshed = refresh(key, load, signal)
    waitUntil(refreshed.catch(() => {}))
    return refreshed
  }

  const failedAtMs = (key: string) => failures.get(key) ?? Number.NEGATIVE_INFINITY
  const isCoolingDown = (key: string) => clock() - failedAtMs(key) < COOLDOWN_MS

  return {
    wait: (key: string, load: Load<Value>, signal?: AbortSignal) =>
      withTimeout({ upstream: 'The source', timeoutMs: MAX_WAIT_MS, signal }, (limited) =>
        pending.run(key, start(key, load), limited),
      ),

    startInBackground(key: string, load: Load<Value>) {
      if (isCoolingDown(key) || pending.has(key)) return
      pending.run(key, start(key, load)).catch((error) => {
        // The call policy logs failures of the upstream itself.
        if (AppError.from(error).code === 'internal') log.error('refresh-failed', { error })
      })
    },

    isCoolingDown,
    /** When the last refresh failed, by the clock. */
    failedAtMs,
  }
}

/**
 * The age of a value that has just arrived. Its `asOf` is wall-clock time, perhaps of another
 * process, and clocks get adjusted. So the age is at least zero, and a value that is not stale is at
 * most just due for a refresh.
 */
function ageMs({ asOf, stale }: Dated, now: Date) {
  const maxMs = stale ? STALE_MS : FRESH_MS
  return Math.min(Math.max(0, now.getTime() - Date.parse(asOf)), maxMs)
}
