import type { Log } from '../core/log.ts'

const INTERVAL_MS = 100

/** Overload begins when every measurement was above this for this long. */
const MAX_LAG_MS = 500
const MAX_LAG_DURATION_MS = 2_000
/** It ends when every one was below this for this long: lower, so that it does not flicker. */
const RECOVERED_LAG_MS = 200
const RECOVERED_DURATION_MS = 1_000

/**
 * Watches whether the event loop keeps up: a timer measures how late it is itself. Watching the loop
 * through `perf_hooks` would cost a tenth of the throughput.
 */
export function watchOverload({ log }: { log: Log }): () => boolean {
  const track = trackOverload({ log })
  let isOverloaded = false
  let dueMs = 0

  function schedule() {
    dueMs = performance.now() + INTERVAL_MS
    setTimeout(measure, INTERVAL_MS).unref()
  }

  function measure() {
    const nowMs = performance.now()
    isOverloaded = track(nowMs - dueMs, nowMs)
    schedule()
  }

  schedule()
  return () => isOverloaded
}

/**
 * Takes a measurement and its time, and says whether the process is overloaded. One long stall is
 * none: when it is noticed it is over, and to reject what comes next would help nobody.
 */
export function trackOverload({ log }: { log: Log }) {
  let isOverloaded = false
  let changedMs = 0
  let changingSinceMs: number | undefined

  return (lagMs: number, nowMs: number): boolean => {
    const isChanging = isOverloaded ? lagMs < RECOVERED_LAG_MS : lagMs > MAX_LAG_MS
    if (!isChanging) {
      changingSinceMs = undefined
      return isOverloaded
    }
    changingSinceMs ??= nowMs
    const durationMs = isOverloaded ? RECOVERED_DURATION_MS : MAX_LAG_DURATION_MS
    if (nowMs - changingSinceMs < durationMs) return isOverloaded

    isOverloaded = !isOverloaded
    changingSinceMs = undefined
    if (isOverloaded) log.warn('overloaded', { lagMs: Math.round(lagMs) })
    else log.info('overload-ended', { afterMs: Math.round(nowMs - changedMs) })
    changedMs = nowMs
    return isOverloaded
  }
}
