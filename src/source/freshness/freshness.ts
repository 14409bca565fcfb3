import { createRefreshing, type Dated, type Load, type RefreshingOptions } from './refreshing.ts'
import { type Entry, FRESH_MS, STALE_MS } from './store.ts'

export interface FreshnessOptions<Value> extends RefreshingOptions<Value> {
  /** Up to this age a value is as good as new. */
  freshMs?: number
  /** Up to this age it is better than none. */
  staleMs?: number
  /**
   * Whether one waits for the refresh, and gets the earlier value only when that fails: for those
   * who serve earlier values themselves in the meantime.
   */
  isPatient?: boolean
}

export interface Freshness<Value> {
  /**
   * The value for a key. One that is no longer fresh is served at once while a refresh runs behind;
   * its `stale` is true where the last refresh failed. A failure is thrown only where there is
   * nothing to serve.
   */
  read(key: string, load: Load<Value>, signal?: AbortSignal): Promise<Value>
}

/** Remembers what was loaded and sees to it that it stays fresh. */
export function createFreshness<Value extends Dated>(
  options: FreshnessOptions<Value>,
): Freshness<Value> {
  const { store, clock, freshMs = FRESH_MS, staleMs = STALE_MS, isPatient = false } = options
  const refreshing = createRefreshing(options)

  const earlier = (key: string, load: Load<Value>, entry: Entry<Value>) => {
    refreshing.behind(key, load)
    const hasFailed = refreshing.hasFailedSince(key, entry.readAtMs)
    return hasFailed ? { ...entry.value, stale: true } : entry.value
  }

  return {
    async read(key, load, signal) {
      signal?.throwIfAborted()
      const awaited = () => refreshing.awaited(key, load, signal)

      const serve = (entry: Entry<Value> | undefined) => {
        const ageMs = entry ? clock() - entry.readAtMs : staleMs
        if (!entry || ageMs >= staleMs) return awaited()
        if (ageMs < freshMs) return entry.value
        if (!isPatient || refreshing.isPausing(key)) return earlier(key, load, entry)
        return awaited().catch(() => {
          signal?.throwIfAborted()
          return earlier(key, load, entry)
        })
      }

      const found = store.get(key)
      return found instanceof Promise ? found.then(serve) : serve(found)
    },
  }
}
