import type { Log } from '../core/log.ts'

const INTERVAL_MS = 500
const MAX_LAG_MS = 500
/** A single long stall is over when it is noticed: rejecting requests would not help. */
const MIN_LATE_TURNS = 2

/**
 * Whether the event loop lags, which it does while a timer is late several times in a row. The monitor
 * of `perf_hooks` would cost a tenth of the throughput.
 */
export function watchOverload({ log }: { log: Log }, clock = () => performance.now()) {
  let lateTurns = 0
  let dueMs = clock() + INTERVAL_MS

  setInterval(() => {
    const lagMs = clock() - dueMs
    const wasOverloaded = isOverloaded()
    lateTurns = lagMs > MAX_LAG_MS ? lateTurns + 1 : 0
    if (isOverloaded() && !wasOverloaded) log.warn('overloaded', { lagMs: Math.round(lagMs) })
    if (wasOverloaded && !isOverloaded()) log.info('overload-ended')
    dueMs = clock() + INTERVAL_MS
  }, INTERVAL_MS).unref()

  function isOverloaded() {
    return lateTurns >= MIN_LATE_TURNS
  }
  return isOverloaded
}
