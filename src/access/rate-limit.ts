import { LRUCache } from 'lru-cache'
import { AppError } from '../core/error.ts'

/** Counts the calls of each caller, and rejects those above a limit. */
export interface Limiter {
  /** `key` names the caller. A call that is not admitted counts as well. */
  take(key: string): RateLimitResult | Promise<RateLimitResult>
}

/** Some limiters only report whether the call is admitted. */
export interface RateLimitResult {
  isAdmitted: boolean
  /** Calls per window. */
  limit?: number
  /** Calls left in this window. */
  remaining?: number
  /** How long until the next window begins. */
  resetMs?: number
}

export function tooManyRequests({ resetMs: retryAfterMs }: RateLimitResult): AppError {
  return new AppError('rate-limited', 'Too many requests.', { retryAfterMs })
}

const MINUTE_MS = 60_000

/**
 * About 20 MiB. Beyond that the least recent caller is evicted and starts from zero again. A flood of
 * addresses cannot take more memory, and frequent callers gain nothing.
 */
const MAX_CALLERS = 100_000

interface MemoryLimiterOptions {
  perMinute: number
  clock(): number
  maxCallers?: number
}

interface MemoryLimiter extends Limiter {
  take(key: string): Required<RateLimitResult>
  /** The state of a caller, without counting a call. */
  peek(key: string): Required<RateLimitResult>
}

/** Counts in this process only. A caller's minute begins with its first call. */
export function memoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { perMinute, clock, maxCallers = MAX_CALLERS } = options
  // Created on the first counted call, because it allocates memory for all callers at once.
  let minutes: LRUCache<string, Minute> | undefined

  const current = (key: string) => {
    const known = minutes?.get(key)
    return known && clock() < known.endsMs ? known : undefined
  }

  const result = ({ taken, endsMs }: Minute): Required<RateLimitResult> => ({
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
      minutes ??= new LRUCache({ max: maxCallers })
      if (!running) minutes.set(key, minute)
      minute.taken += 1
      return result(minute)
    },

    peek: (key) => result(current(key) ?? begin()),
  }
}

interface Minute {
  taken: number
  endsMs: number
}

/** The `period` of `wrangler.toml`, which the binding does not report. */
const PERIOD_MS = 60_000

/** The subset of Cloudflare's rate-limiting binding that this service uses. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/** Counts for all isolates of one location. Cloudflare does not report how many calls are left. */
export function bindingLimiter(binding: RateLimitBinding): Limiter {
  return {
    async take(key) {
      const { success } = await binding.limit({ key })
      return success ? { isAdmitted: true } : { isAdmitted: false, resetMs: PERIOD_MS }
    },
  }
}

/**
 * The three headers of draft-ietf-httpapi-ratelimit-headers up to version 06, which clients support;
 * later versions have one structured `RateLimit`. `RateLimit-Reset` is in seconds from now. Without
 * the values there are no headers.
 */
export function rateLimitHeaders({
  limit,
  remaining,
  resetMs,
}: RateLimitResult): Record<string, string> {
  if (limit === undefined || remaining === undefined || resetMs === undefined) return {}
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
  }
}
