import { AppError } from '../core/error.ts'
import type { Authenticate } from './authenticate.ts'
import { addressGroup } from './client-address.ts'
import { addressKey, type FailedLogins } from './failed-logins.ts'
import type { Leases } from './leases.ts'
import { type Limiter, type LimiterResult, rateLimitHeaders, tooManyRequests } from './limiter.ts'

/** Admits callers, and limits how often they call. */
export interface Access {
  /** Whether callers must authenticate. */
  readonly requiresToken: boolean
  /** Never rejects: any failure is the `error` of the admission. */
  admit(headers: Headers, address: string | undefined): Promise<Admission>
}

interface Admission {
  /** The caller's name in the log. Distinguishes callers without revealing their tokens. */
  caller?: string | undefined
  /** Headers of the response, error or not, that describe the limits. */
  headers: Readonly<Record<string, string>>
  error?: AppError
}

interface AccessOptions {
  authenticate?: Authenticate | undefined
  limiter?: Limiter | undefined
  failedLogins: FailedLogins
}

/** Responses to authenticated callers must not be stored in shared caches. */
export const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * Counts the call for its address first, which slows down guessing of tokens, and then for its
 * caller, who may have many addresses. Both must be within the limit.
 */
export function createAccess({ authenticate, limiter, failedLogins }: AccessOptions): Access {
  return {
    requiresToken: authenticate !== undefined,

    async admit(headers, address) {
      let strictest: LimiterResult = { isAdmitted: true }
      let caller: string | undefined
      let error: AppError | undefined

      const count = async (key: string) => {
        if (!limiter) return
        const result = await limiter.take(key)
        strictest = stricter(strictest, result)
        if (!result.isAdmitted) throw tooManyRequests(result)
      }

      try {
        await count(addressKey(address))
        if (authenticate) {
          failedLogins.check(address)
          caller = await authenticate(headers)
          await count(caller)
        }
      } catch (thrown) {
        error = AppError.from(thrown)
        if (error.code === 'unauthenticated') failedLogins.record(address)
      }
      const ownHeaders = { ...(authenticate && PRIVATE), ...rateLimitHeaders(strictest) }
      return { caller, headers: ownHeaders, ...(error && { error }) }
    },
  }
}

function stricter(a: LimiterResult, b: LimiterResult) {
  const unknown = Number.POSITIVE_INFINITY
  return (a.remaining ?? unknown) < (b.remaining ?? unknown) ? a : b
}

const RETRY_AFTER_MS = 5_000

/**
 * Limits how many streams an address may have open at once: each lasts as long as its run, so a rate
 * limit does not bound them. The stream is counted until the returned function is called.
 *
 * @throws AppError `rate-limited`
 */
export type StreamLimit = (address: string | undefined) => Promise<() => void>

export function createStreamLimit(maxStreams: number, streams: Leases): StreamLimit {
  return async (address) => {
    const end = await streams.take(addressGroup(address), maxStreams)
    if (!end) throw tooManyStreams(maxStreams)
    return end
  }
}

function tooManyStreams(maxStreams: number) {
  const message = `Too many open streams: the limit is ${maxStreams} per address.`
  return new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
}
