import { AppError } from '../core/error.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { Authenticate } from './authenticate.ts'
import { UNKNOWN_ADDRESS } from './client-address.ts'
import type { FailedLogins } from './failed-logins.ts'
import { createLeases } from './leases.ts'
import { type Limiter, rateLimitHeaders, tooManyRequests } from './limiter.ts'

/** Admits callers, and limits how often they call. */
export interface Access {
  /** Whether callers must authenticate. */
  readonly requiresToken: boolean
  /** Never rejects: any failure is the `error` of the admission. */
  admit(headers: Headers, address: string | undefined): Promise<Admission>
}

interface Admission {
  /** The id of the caller, which reveals nothing about its token. */
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
 * Counts the call for its address, which slows down guessing of tokens, and for its caller, who may
 * have many addresses. Both must be within the limit: above it a valid token is not distinguished from
 * a wrong one.
 */
export function createAccess({ authenticate, limiter, failedLogins }: AccessOptions): Access {
  async function identify(headers: Headers, address: string | undefined) {
    if (!authenticate) return {}
    try {
      failedLogins.check(address)
      return { caller: await authenticate(headers) }
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.code === 'unauthenticated') failedLogins.record(address)
      return { error }
    }
  }

  return {
    requiresToken: authenticate !== undefined,

    async admit(headers, address) {
      const { caller, error } = await identify(headers, address)
      const keys = [address ?? UNKNOWN_ADDRESS, ...(caller === undefined ? [] : [caller])]
      const counted = (await limiter?.take(...keys)) ?? { isAdmitted: true }
      const refusal = counted.isAdmitted ? error : tooManyRequests(counted)
      return {
        caller,
        headers: { ...(authenticate && PRIVATE), ...rateLimitHeaders(counted) },
        ...(refusal && { error: refusal }),
      }
    },
  }
}

/** An address may have as many streams as the limit of calls lets it begin in ten seconds. */
const MIN_STREAMS = 50
const STREAM_SHARE = 1 / 6
const RETRY_AFTER_MS = 5_000

/**
 * Limits how many streams an address may have open at once: each lasts as long as its run, so a rate
 * limit does not bound them. The stream is counted until the returned function is called.
 *
 * @throws AppError `rate-limited`
 */
export type StreamLimit = (address: string | undefined) => Promise<() => void>

export function createStreamLimit(callsPerMinute: number, shared?: SharedState): StreamLimit {
  const maxStreams = Math.max(MIN_STREAMS, Math.ceil(callsPerMinute * STREAM_SHARE))
  const streams = createLeases('streams', shared)
  return async (address = UNKNOWN_ADDRESS) => {
    const end = await streams.take(address, maxStreams)
    if (end) return end
    const message = `Too many open runs: the limit is ${maxStreams} per address.`
    throw new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
  }
}
