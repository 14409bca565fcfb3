import { AppError } from '../core/error.ts'
import { type Attempts, addressKey } from './attempts.ts'
import type { Authenticate } from './authenticate.ts'
import { addressGroup, type ClientAddress, type Connection } from './client-address.ts'
import {
  type Limiter,
  type RateLimitResult,
  rateLimitHeaders,
  tooManyRequests,
} from './rate-limit.ts'

/** Who may call, and how often. */
export interface Access {
  /** Whether callers must authenticate. */
  readonly requiresToken: boolean
  /** Absent if the number of streams per address is not limited. */
  readonly streams?: StreamLimit | undefined
  /** Never rejects: any failure is the `error` of the admission. */
  admit(request: Request, connection?: Connection): Promise<Admission>
}

interface Admission {
  /** For the log. Distinguishes callers without revealing their tokens. */
  caller?: string | undefined
  /** Headers of the response, error or not, that describe the limits. */
  headers: Readonly<Record<string, string>>
  error?: AppError
}

interface AccessOptions {
  authenticate?: Authenticate | undefined
  limiter?: Limiter | undefined
  attempts: Attempts
  streams?: StreamLimit | undefined
  clientAddress: ClientAddress
}

/** Responses to authenticated callers must not be stored in shared caches. */
export const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * Counts the call for its address first, which slows down guessing of tokens, and then for its
 * caller, who may have many addresses. Both must be within the limit.
 */
export function createAccess(options: AccessOptions): Access {
  const { authenticate, limiter, attempts, streams, clientAddress } = options
  const privateHeaders = authenticate ? PRIVATE : {}

  return {
    requiresToken: authenticate !== undefined,
    streams,

    async admit(request, connection) {
      let strictest: RateLimitResult = { isAdmitted: true }
      let caller: string | undefined

      const count = async (key: string) => {
        if (!limiter) return
        const result = await limiter.take(key)
        strictest = stricter(strictest, result)
        if (!result.isAdmitted) throw tooManyRequests(result)
      }

      try {
        if (limiter) await count(addressKey(clientAddress(request, connection)))
        if (authenticate) {
          attempts.check(request, connection)
          caller = await authenticate(request, connection)
          await count(caller)
        }
        return { caller, headers: { ...privateHeaders, ...rateLimitHeaders(strictest) } }
      } catch (error) {
        const failure = AppError.from(error)
        if (failure.code === 'unauthenticated') await attempts.recordFailure(request, connection)
        return {
          caller,
          headers: { ...privateHeaders, ...rateLimitHeaders(strictest) },
          error: failure,
        }
      }
    },
  }
}

function stricter(a: RateLimitResult, b: RateLimitResult) {
  const unknown = Number.POSITIVE_INFINITY
  return (a.remaining ?? unknown) < (b.remaining ?? unknown) ? a : b
}

const RETRY_AFTER_MS = 5_000

interface StreamLimitOptions {
  /** Per address, at the same time. */
  maxStreams: number
  clientAddress: ClientAddress
}

/** Limits how many streams an address may have open at once. */
interface StreamLimit {
  /**
   * Counts a stream until the returned function is called.
   *
   * @throws AppError `rate-limited`
   */
  begin(request: Request, connection?: Connection): () => void
}

/** A rate limit does not bound the number of open streams: each lasts as long as its run. */
export function createStreamLimit({ maxStreams, clientAddress }: StreamLimitOptions): StreamLimit {
  const open = new Map<string, number>()

  return {
    begin(request, connection) {
      const key = addressGroup(clientAddress(request, connection))
      const count = open.get(key) ?? 0
      if (count >= maxStreams) throw tooManyStreams(maxStreams)
      open.set(key, count + 1)

      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

function tooManyStreams(maxStreams: number) {
  const message = `Too many open streams: the limit is ${maxStreams} per address.`
  return new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
}
