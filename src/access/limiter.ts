import { LRUCache } from 'lru-cache'
import { AppError } from '../core/error.ts'

/** Counts the calls of each caller, and rejects those above a limit. */
export interface Limiter {
  /** `key` names the caller. A call that is not admitted counts as well. */
  take(key: string): LimiterResult | Promise<LimiterResult>
}

/** Some limiters only report whether the call is admitted. */
export interface LimiterResult {
  isAdmitted: boolean
  /** Calls per window. */
  limit?: number
  /** Calls left in this window. */
  remaining?: number
  /** The time until the next window begins. */
  resetMs?: number
}

export function tooManyRequests({ resetMs: retryAfterMs }: LimiterResult): AppError {
  return new AppError('rate-limited', 'Too many requests.', { retryAfterMs })
}

export const MINUTE_MS = 60_000

/**
 * The least recent caller beyond that is evicted and starts from zero again. A flood of addresses
 * cannot take more memory, and frequent callers gain nothing.
 */
const MAX_CALLERS = 100_000

interface MemoryLimiterOptions {
  perMinute: number
  clock(): number
  maxCallers?: number
}

export interface MemoryLimiter extends Limiter {
  take(key: string): Required<LimiterResult>
  /** The state of a caller, without counting a call. */
  peek(key: string): Required<LimiterResult>
  /** Counts at least as many calls as others have seen, until the end of their minute. */
  adopt(key: string, seen: { taken: number; resetMs: number }): Required<LimiterResult>
}

/** Counts in this process only. A caller's minute begins with its first call. */
export function memoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { perMinute, clock, maxCallers = MAX_CALLERS } = options
  const minutes = new LRUCache<string, { taken: number; endsMs: number }>({ max: maxCallers })

  const minuteOf = (key: string) => {
    const known = minutes.get(key)
    return known && clock() < known.endsMs ? known : { taken: 0, endsMs: clock() + MINUTE_MS }
  }

  const result = ({ taken, endsMs }: { taken: number; endsMs: number }) => ({
    isAdmitted: taken <= perMinute,
    limit: perMinute,
    remaining: Math.max(0, perMinute - taken),
    resetMs: endsMs - clock(),
  })

  return {
    take(key) {
      const minute = minuteOf(key)
      minute.taken += 1
      minutes.set(key, minute)
      return result(minute)
    },

    peek: (key) => result(minuteOf(key)),

    adopt(key, { taken, resetMs }) {
      const own = minuteOf(key)
      const minute = taken < own.taken ? own : { taken, endsMs: clock() + resetMs }
      minutes.set(key, minute)
      return result(minute)
    },
  }
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
}: LimiterResult): Record<string, string> {
  if (limit === undefined || remaining === undefined || resetMs === undefined) return {}
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
  }
}
