import { AppError } from '../error.ts'
import { type Attempts, addressKey } from './attempts.ts'
import type { Authenticate } from './authenticate.ts'
import type { ClientAddress, Connection } from './client-address.ts'
import { type Limiter, type Taken, tooManyRequests } from './limiter.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import type { StreamLimit } from './stream-limit.ts'

/** Who may call, and how often. */
export interface Access {
  /** Whether callers have to say who they are. */
  readonly wantsToken: boolean
  /** Absent where an address may have as many streams as it likes. */
  readonly streams?: StreamLimit | undefined
  /** Never rejects: whatever goes wrong is a refusal. */
  admit(request: Request, connection?: Connection): Promise<Admission>
}

export interface Admission {
  /** For the log: tells callers apart, and nothing of their tokens. */
  caller?: string | undefined
  /** What the answer, be it a refusal or not, says of the limits. */
  headers: Readonly<Record<string, string>>
  refusal?: AppError
}

interface AccessOptions {
  authenticate?: Authenticate | undefined
  limiter?: Limiter | undefined
  attempts: Attempts
  streams?: StreamLimit | undefined
  clientAddress: ClientAddress
}

/** What was shown to somebody with a token is for nobody else, least of all a cache between. */
export const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * The address is counted first, so that whoever tries tokens out does not get far; then the caller,
 * who may have many addresses. Both must be within the limit.
 */
export function createAccess(options: AccessOptions): Access {
  const { authenticate, limiter, attempts, streams, clientAddress } = options
  const ownHeaders = authenticate ? PRIVATE : {}

  return {
    wantsToken: authenticate !== undefined,
    streams,

    async admit(request, connection) {
      let tightest: Taken = { isAdmitted: true }
      let caller: string | undefined

      const count = async (key: string) => {
        if (!limiter) return
        const taken = await limiter.take(key)
        tightest = tighter(tightest, taken)
        if (!taken.isAdmitted) throw tooManyRequests(taken)
      }

      try {
        if (limiter) await count(addressKey(clientAddress(request, connection)))
        if (authenticate) {
          attempts.check(request, connection)
          caller = await authenticate(request, connection)
          await count(caller)
        }
        return { caller, headers: { ...ownHeaders, ...rateLimitHeaders(tightest) } }
      } catch (error) {
        const refusal = AppError.from(error)
        if (refusal.code === 'unauthenticated') await attempts.failed(request, connection)
        return { caller, headers: { ...ownHeaders, ...rateLimitHeaders(tightest) }, refusal }
      }
    },
  }
}

function tighter(one: Taken, other: Taken) {
  return (one.remaining ?? Number.POSITIVE_INFINITY) < (other.remaining ?? 0) ? one : other
}
