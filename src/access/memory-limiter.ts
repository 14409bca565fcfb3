import { LRUCache } from 'lru-cache'
import type { Limiter, Taken } from './limiter.ts'

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

export interface MemoryLimiter extends Limiter {
  take(key: string): Required<Taken>
  /** How a caller stands, and nothing is counted. */
  peek(key: string): Required<Taken>
}

/** Counts in this process alone. A caller's minute begins with its first call. */
export function memoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { perMinute, clock, mostCallers = MOST_CALLERS } = options
  // Made with the first call that is counted: it has room for all callers from the beginning.
  let minutes: LRUCache<string, Minute> | undefined

  const current = (key: string) => {
    const known = minutes?.get(key)
    return known && clock() < known.endsMs ? known : undefined
  }

  const told = ({ taken, endsMs }: Minute): Required<Taken> => ({
    isAdmitted: taken <= perMinute,
    limit: perMinute,
    remaining: Math.max(0, perMinute - taken),
    resetMs: endsMs - clock(),
  })

  const begin = () => ({ taken: 0, endsMs: clock() + MINUTE_MS })

  return {
    take(key) {
      const running = current(key)
      const minute = running ?? begin()
      minutes ??= new LRUCache({ max: mostCallers })
      if (!running) minutes.set(key, minute)
      minute.taken += 1
      return told(minute)
    },

    peek: (key) => told(current(key) ?? begin()),
  }
}

interface Minute {
  taken: number
  endsMs: number
}
