import { AppError } from '../core/error.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { Authenticate, Caller } from './authenticate.ts'
import type { CallerId } from './caller-id.ts'
import { UNKNOWN_ADDRESS } from './client-address.ts'
import type { FailedLogins } from './failed-logins.ts'
import { type Limiter, rateLimitHeaders, tooManyRequests } from './limiter.ts'
import { createOpenCounts } from './open-counts.ts'

/** Admits callers, and limits how often they call. */
export interface Access {
  /** Whether callers must authenticate. */
  readonly requiresToken: boolean
  /** Never rejects: any failure is the `error` of the admission. */
  admit(headers: Headers, address: string | undefined): Promise<Admission & { caller?: Caller }>
  /** Counts the call for a user whom the caller speaks for. */
  admitUser(caller: Caller, uid: string): Promise<Admission & { user: string }>
}

interface Admission {
  /** Headers of the response, error or not, that describe the limits. */
  headers: Readonly<Record<string, string>>
  error?: AppError
}

/** Whom something is counted for, and how many times the limit is theirs. */
export interface Account {
  id: string
  times: number
}

/** How much more than one user all have together whom a caller speaks for. */
export const ALL_USERS = 20

interface AccessOptions {
  authenticate?: Authenticate | undefined
  callerId: CallerId
  limiter?: Limiter | undefined
  /** Counts the calls for all users of a caller, with a limit that many times as high. */
  allUsersLimiter?: Limiter | undefined
  failedLogins: FailedLogins
}

/** Responses to authenticated callers must not be stored in shared caches. */
export const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * Counts the call for its address, which slows down guessing of tokens, and for its caller, who may
 * have many addresses. Both must be within the limit: above it a valid token is not distinguished from
 * a wrong one.
 */
export function createAccess(options: AccessOptions): Access {
  const { authenticate, callerId, limiter, allUsersLimiter } = options

  return {
    requiresToken: authenticate !== undefined,

    async admit(headers, address) {
      const { caller, error } = await identify(headers, address, options)
      const keys = [address ?? UNKNOWN_ADDRESS, ...(caller ? [caller.id] : [])]
      const counting = caller?.speaksForUsers ? allUsersLimiter : limiter
      const counted = (await counting?.take(...keys)) ?? { isAdmitted: true }
      const refusal = counted.isAdmitted ? error : tooManyRequests(counted)
      return {
        ...(caller && { caller }),
        headers: { ...(authenticate && PRIVATE), ...rateLimitHeaders(counted) },
        ...(refusal && { error: refusal }),
      }
    },

    async admitUser({ id }, uid) {
      const user = `asker-${await callerId(JSON.stringify([id, uid]))}`
      const counted = (await limiter?.take(user)) ?? { isAdmitted: true }
      return {
        user,
        headers: rateLimitHeaders(counted),
        ...(!counted.isAdmitted && { error: tooManyRequests(counted) }),
      }
    },
  }
}

/** The caller, or why there is none. Both are absent where nobody needs a token. */
async function identify(
  headers: Headers,
  address: string | undefined,
  { authenticate, failedLogins }: Pick<AccessOptions, 'authenticate' | 'failedLogins'>,
): Promise<{ caller?: Caller; error?: AppError }> {
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

/** As many streams may be open as the limit of calls lets begin in ten seconds. */
const MIN_STREAMS = 50
const STREAM_SHARE = 1 / 6
const RETRY_AFTER_MS = 5_000

/**
 * Limits how many streams may be open at once: each lasts as long as its run, so a rate limit does not
 * bound them. The stream is counted until the returned function is called.
 *
 * @throws AppError `rate-limited`
 */
export type StreamLimit = (accounts: readonly Account[]) => Promise<() => void>

export function createStreamLimit(callsPerMinute: number, shared?: SharedState): StreamLimit {
  const maxStreams = Math.max(MIN_STREAMS, Math.ceil(callsPerMinute * STREAM_SHARE))
  const streams = createOpenCounts('streams', shared)
  return async (accounts) => {
    const ends: (() => void)[] = []
    const endAll = () => {
      for (const end of ends) end()
    }
    for (const { id, times } of accounts) {
      const end = await streams.take(id, maxStreams * times)
      if (end) ends.push(end)
      else {
        endAll()
        const message = `Too many open runs: the limit is ${maxStreams * times}.`
        throw new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
      }
    }
    return endAll
  }
}
