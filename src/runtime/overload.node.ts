import type { Log } from '../core/log.ts'

const INTERVAL_MS = 500
const MAX_LAG_MS = 500
/** A single long stall is over when it is noticed: rejecting requests would not help. */
const MIN_LATE_TURNS = 2
/** A process that others keep from the CPU is late too, and would not catch up by rejecting requests. */
const MIN_CPU_SHARE = 0.5

interface Clocks {
  nowMs(): number
  /** The CPU time that the process has used. */
  cpuMs(): number
}

const CLOCKS: Clocks = {
  nowMs: () => performance.now(),
  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Whether the event loop lags by its own work, which it does while a timer is late several times in a
 * row. The monitor of `perf_hooks` would cost a tenth of the throughput.
 */
export function watchOverload({ log }: { log: Log }, { nowMs, cpuMs } = CLOCKS) {
  let lateTurns = 0
  let last = { now: nowMs(), cpu: cpuMs() }

  setInterval(() => {
    const turn = { now: nowMs(), cpu: cpuMs() }
    const [elapsedMs, usedMs] = [turn.now - last.now, turn.cpu - last.cpu]
    const lagMs = elapsedMs - INTERVAL_MS
    const wasOverloaded = isOverloaded()
    const isLate = lagMs > MAX_LAG_MS && usedMs > MIN_CPU_SHARE * elapsedMs
    lateTurns = isLate ? lateTurns + 1 : 0
    if (isOverloaded() && !wasOverloaded) log.warn('overloaded', { lagMs: Math.round(lagMs) })
    if (wasOverloaded && !isOverloaded()) log.info('overload-ended')
    last = turn
  }, INTERVAL_MS).unref()

  function isOverloaded() {
    return lateTurns >= MIN_LATE_TURNS
  }
  return isOverloaded
}
