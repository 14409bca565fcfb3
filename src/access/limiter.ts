import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import type { Counted, SharedState } from '../state/shared-state.ts'

/** Counts calls, and rejects those above a limit. */
export interface Limiter {
  /**
   * Counts one call for each of the keys, which name those who make it. It must be within the limit of
   * each; the result is the strictest. A call that is not admitted counts as well.
   */
  take(...keys: string[]): Promise<LimiterResult>
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

/**
 * The least recent caller beyond that is evicted and starts from zero again. A flood of addresses
 * cannot take more memory, and frequent callers gain nothing.
 */
const MAX_CALLERS = 100_000

export interface LimiterDeps {
  /** Monotonic milliseconds. */
  clock(): number
  shared?: SharedState | undefined
}

interface LimiterOptions extends LimiterDeps {
  /** Names what is counted, for other processes. */
  name: string
  perMinute: number
  maxCallers?: number
}

interface PeekingLimiter extends Limiter {
  take(...keys: string[]): Promise<Required<LimiterResult>>
  /** The state of a caller as this process knows it, without counting a call. */
  peek(key: string): Required<LimiterResult>
}

/** The calls of one caller, in the minute that began with the first of them. */
interface Minute {
  taken: number
  endsMs: number
}

/** A call: its minute, and its number in it, which later calls do not change. */
interface Call {
  minute: Minute
  taken: number
}

/**
 * Counts in all processes together. Each also counts what it has seen, and never admits more than that
 * allows: without the others it continues from there. A caller at the limit is rejected without asking.
 */
export function createLimiter(options: LimiterOptions): PeekingLimiter {
  const { name, perMinute, clock, maxCallers = MAX_CALLERS, shared } = options
  // Sizes of one: a cache made with `max` takes the memory of as many entries at once.
  const minutes = new LRUCache<string, Minute>({ maxSize: maxCallers, sizeCalculation: () => 1 })

  const minuteOf = (key: string): Minute => {
    const known = minutes.get(key)
    return known && clock() < known.endsMs ? known : { taken: 0, endsMs: clock() + MINUTE_MS }
  }

  const count = (key: string): Call => {
    const minute = minuteOf(key)
    minute.taken += 1
    minutes.set(key, minute)
    return { minute, taken: minute.taken }
  }

  const adopt = (own: Call, all: Counted | undefined): Call => {
    if (!all || all.taken < own.taken) return own
    own.minute.taken = Math.max(own.minute.taken, all.taken)
    own.minute.endsMs = clock() + all.leftMs
    return { minute: own.minute, taken: all.taken }
  }

  const reached = ({ taken }: Call) => Math.min(taken, perMinute + 1)

  /** When two limits are reached, the later end decides when to come back. */
  const stricter = (one: Call, other: Call) => {
    const more = reached(other) - reached(one) || other.minute.endsMs - one.minute.endsMs
    return more > 0 ? other : one
  }

  const resultOf = ({ taken, minute }: Call) => ({
    isAdmitted: taken <= perMinute,
    limit: perMinute,
    remaining: Math.max(0, perMinute - taken),
    resetMs: minute.endsMs - clock(),
  })

  return {
    async take(...keys) {
      const own = keys.map(count)
      if (!shared || own.some(({ taken }) => taken > perMinute)) {
        return resultOf(own.reduce(stricter))
      }
      const names = keys.map((key) => `${name}:${key}`)
      const all = await shared.count(names, MINUTE_MS)
      return resultOf(own.map((call, at) => adopt(call, all?.[at])).reduce(stricter))
    },

    peek(key) {
      const minute = minuteOf(key)
      return resultOf({ minute, taken: minute.taken })
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
    async take(...keys) {
      const replies = await Promise.all(keys.map((key) => binding.limit({ key })))
      const isAdmitted = replies.every(({ success }) => success)
      return isAdmitted ? { isAdmitted } : { isAdmitted, resetMs: PERIOD_MS }
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
