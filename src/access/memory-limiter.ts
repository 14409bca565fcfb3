import { LRUCache } from 'lru-cache'
import type { Limiter } from './limiter.ts'

const MINUTE_MS = 60_000

/**
 * Some 20 MiB. Beyond that the one who was silent longest is forgotten, and may begin anew: a
 * flood of addresses costs no more memory than this, and none of those who keep calling gains.
 */
const MOST_CALLERS = 100_000

interface MemoryLimiterOptions {
  perMinute: number
  clock(): number
  mostCallers?: number
}

/** Counts in this process alone. A caller's minute begins with its first call. */
export function memoryLimiter(options: MemoryLimiterOptions): Limiter {
  const { perMinute, clock, mostCallers = MOST_CALLERS } = options
  const minutes = new LRUCache<string, { taken: number; endsMs: number }>({ max: mostCallers })

  return {
    take(key) {
      const nowMs = clock()
      const known = minutes.get(key)
      const isRunning = known && nowMs < known.endsMs
      const minute = isRunning ? known : { taken: 0, endsMs: nowMs + MINUTE_MS }
      if (!isRunning) minutes.set(key, minute)
      minute.taken += 1
      return {
        isAdmitted: minute.taken <= perMinute,
        limit: perMinute,
        remaining: Math.max(0, perMinute - minute.taken),
        resetMs: minute.endsMs - nowMs,
      }
    },
  }
}
