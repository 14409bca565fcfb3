import type { Log } from '../core/log.ts'

const INTERVAL_MS = 100

/** Overload begins when every measurement is above MAX_LAG_MS for MAX_LAG_DURATION_MS. */
const MAX_LAG_MS = 500
const MAX_LAG_DURATION_MS = 2_000
/** It ends when every measurement is below RECOVERED_LAG_MS for RECOVERED_DURATION_MS. */
const RECOVERED_LAG_MS = 200
const RECOVERED_DURATION_MS = 1_000

/**
 * Watches the lag of the event loop by how late a timer is. The monitor of `perf_hooks` would cost a
 * tenth of the throughput.
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
 * Takes a measurement and its time, and returns whether the process is overloaded. A single long
 * stall is not an overload: it is over when it is noticed, and rejecting requests would not help.
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
