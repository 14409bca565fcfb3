import { type Limiter, memoryLimiter } from '../../access/rate-limit.ts'
import { retryAfterSeconds } from '../../http/reply.ts'
import type { Caller } from '../callers.ts'
import { PlatformError } from '../platform-error.ts'

const IMPORTS_PER_MINUTE = 60
const CALLS_PER_MINUTE = 20_000
/** Of one auth token: 20 a second is more than a person at a screen deps. */
const TOKEN_CALLS_PER_MINUTE = 1_200

/** Only keys that are known are counted. Room for one is set aside at once, so it takes time. */
const MAX_KEYS = 10_000

type Headers = Readonly<Record<string, string>>

interface Counted {
  caller: Caller
  path: string
}

/**
 * Counts a call against its key or token, and returns the headers that say how many are left. Each
 * process counts for itself.
 *
 * @throws PlatformError `ERR_TOO_MANY_REQUESTS`.
 */
export type CountCall = (hash: string, call: Counted) => Promise<Headers>

interface RateLimitsDeps {
  now(): Date
  clock(): number
}

/** 60 imports a minute and key, and 20,000 other calls; 1,200 calls a minute and auth token. */
export function rateLimits({ now, clock }: RateLimitsDeps): CountCall {
  const limiter = (perMinute: number) => memoryLimiter({ perMinute, clock, maxCallers: MAX_KEYS })
  const imports = limiter(IMPORTS_PER_MINUTE)
  const calls = limiter(CALLS_PER_MINUTE)
  const tokenCalls = limiter(TOKEN_CALLS_PER_MINUTE)

  return async (hash, { caller, path }) => {
    if (caller === 'user') return counted(await tokenCalls.take(hash), now)
    const isImport = path.startsWith('/v3/data_import/')
    return counted(await (isImport ? imports : calls).take(hash), now)
  }
}

type Taken = Awaited<ReturnType<Limiter['take']>>

function counted({ isAdmitted, limit = 0, remaining, resetMs = 0 }: Taken, now: () => Date) {
  const headers = { 'x-rate-limit': String(limit), 'x-rate-limit-remaining': String(remaining) }
  if (isAdmitted) return headers

  const seconds = retryAfterSeconds(resetMs)
  const reset = Math.ceil((now().getTime() + resetMs) / 1000)
  throw new PlatformError('ERR_TOO_MANY_REQUESTS', `Too many requests: ${limit} a minute.`, {
    devMessage: `${limit} requests a minute is the most for this operation and caller. Retry after ${seconds} seconds.`,
    headers: { ...headers, 'retry-after': String(seconds), 'x-rate-limit-reset': String(reset) },
  })
}
