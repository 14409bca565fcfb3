import type { Limiter } from '../../access/limiter.ts'
import { memoryLimiter } from '../../access/memory-limiter.ts'
import { retryAfterSeconds } from '../../route/reply.ts'
import { PlatformFailure } from '../failure.ts'

const IMPORTS_A_MINUTE = 60
const CALLS_A_MINUTE = 20_000

/** Only keys that are known are counted. Room for one is set aside at once, so it takes time. */
const MOST_KEYS = 10_000

type Headers = Readonly<Record<string, string>>

/**
 * Counts a call against its key, and answers the headers that tell how many are left. Each process
 * counts for itself.
 *
 * @throws PlatformFailure `ERR_TOO_MANY_REQUESTS`.
 */
export type CountCall = (hash: string, path: string) => Promise<Headers>

interface RateLimitsDeps {
  now(): Date
  clock(): number
}

/** 60 imports a minute and key, and 20,000 other calls. */
export function rateLimits({ now, clock }: RateLimitsDeps): CountCall {
  const imports = memoryLimiter({ perMinute: IMPORTS_A_MINUTE, clock, mostCallers: MOST_KEYS })
  const others = memoryLimiter({ perMinute: CALLS_A_MINUTE, clock, mostCallers: MOST_KEYS })

  return async (hash, path) => {
    const limiter = path.startsWith('/v3/data_import/') ? imports : others
    return counted(await limiter.take(hash), now)
  }
}

type Taken = Awaited<ReturnType<Limiter['take']>>

function counted({ isAdmitted, limit = 0, remaining, resetMs = 0 }: Taken, now: () => Date) {
  const headers = { 'x-rate-limit': String(limit), 'x-rate-limit-remaining': String(remaining) }
  if (isAdmitted) return headers

  const seconds = retryAfterSeconds(resetMs)
  const reset = Math.ceil((now().getTime() + resetMs) / 1000)
  throw new PlatformFailure('ERR_TOO_MANY_REQUESTS', `Too many requests: ${limit} a minute.`, {
    devMessage: `${limit} requests a minute is the most for this operation and key. Retry after ${seconds} seconds.`,
    headers: { ...headers, 'retry-after': String(seconds), 'x-rate-limit-reset': String(reset) },
  })
}
