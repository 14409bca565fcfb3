import { type Limiter, memoryLimiter } from '../../access/limiter.ts'
import { retryAfterSeconds } from '../../http/reply.ts'
import type { Caller } from '../callers.ts'
import { PlatformError } from '../platform-error.ts'

const IMPORTS_PER_MINUTE = 60
const CALLS_PER_MINUTE = 20_000
/** Per auth token: 20 a second is more than one user causes. */
const TOKEN_CALLS_PER_MINUTE = 1_200

/** Only valid keys are counted. The memory is allocated up front, which takes time. */
const MAX_KEYS = 10_000

type Headers = Readonly<Record<string, string>>

interface Counted {
  caller: Caller
  path: string
}

/**
 * Counts a call of a key or token, and returns headers with the limit and what remains. Each
 * process counts on its own.
 *
 * @throws PlatformError `ERR_TOO_MANY_REQUESTS`.
 */
export type CountCall = (hash: string, call: Counted) => Promise<Headers>

interface RateLimitsDeps {
  now(): Date
  clock(): number
}

/** Per minute: 60 imports and 20,000 other calls of an API key; 1,200 calls of an auth token. */
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
  throw new PlatformError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests: the limit is ${limit} per minute.`,
    {
      devMessage: `At most ${limit} requests per minute are allowed for this operation and caller. Retry after ${seconds} seconds.`,
      headers: { ...headers, 'retry-after': String(seconds), 'x-rate-limit-reset': String(reset) },
    },
  )
}
