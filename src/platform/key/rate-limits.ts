import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { PlatformFailure } from '../failure.ts'

const MINUTE_S = 60
const IMPORTS_A_MINUTE = 60
const CALLS_A_MINUTE = 20_000

type Headers = Readonly<Record<string, string>>

/**
 * Counts a call against its key, and answers the headers that tell how many are left. Each process
 * counts for itself.
 *
 * @throws PlatformFailure `ERR_TOO_MANY_REQUESTS`.
 */
export type CountCall = (hash: string, path: string) => Promise<Headers>

/** 60 imports a minute and key, and 20,000 other calls. */
export function rateLimits(): CountCall {
  const imports = limiter(IMPORTS_A_MINUTE)
  const others = limiter(CALLS_A_MINUTE)
  return (hash, path) => (path.startsWith('/v3/data_import/') ? imports(hash) : others(hash))
}

function limiter(points: number) {
  const memory = new RateLimiterMemory({ points, duration: MINUTE_S })

  return async (hash: string): Promise<Headers> => {
    const { consumedPoints, remainingPoints, msBeforeNext } = await memory.penalty(hash)
    const headers = {
      'x-rate-limit': String(points),
      'x-rate-limit-remaining': String(remainingPoints),
    }
    if (consumedPoints <= points) return headers
    throw tooMany(points, msBeforeNext, headers)
  }
}

function tooMany(points: number, waitMs: number, headers: Headers) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const reset = Math.ceil((Date.now() + waitMs) / 1000)
  return new PlatformFailure('ERR_TOO_MANY_REQUESTS', `Too many requests: ${points} a minute.`, {
    devMessage: `${points} requests a minute is the most for this operation and key. Retry after ${seconds} seconds.`,
    headers: { ...headers, 'retry-after': String(seconds), 'x-rate-limit-reset': String(reset) },
  })
}
