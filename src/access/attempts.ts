import { AppError } from '../core/error.ts'
import { addressGroup, type ClientAddress, type Connection } from './client-address.ts'
import { type Limiter, memoryLimiter, tooManyRequests } from './rate-limit.ts'

/** One per second: enough for typos, and far too few for guessing keys. */
const MAX_FAILURES_PER_MINUTE = 60

/** Failed attempts of an address to authenticate. */
export interface Attempts {
  /**
   * Must be called before a key or a token is checked. Otherwise the response would still reveal a
   * valid one to an address that has failed too often.
   *
   * @throws AppError `rate-limited` while the address has failed too often.
   */
  check(request: Request, connection?: Connection): void
  /** @throws AppError `rate-limited` if this also counts calls, and there were too many. */
  recordFailure(request: Request, connection?: Connection): Promise<void>
}

interface AttemptsOptions {
  clientAddress: ClientAddress
  clock(): number
}

/**
 * Counts the failures of each address for all kinds of keys together, in this process only. Requests
 * without an address are not counted: sockets and Cloudflare always provide one.
 */
export function createAttempts({ clientAddress, clock }: AttemptsOptions): Attempts {
  const failures = memoryLimiter({ perMinute: MAX_FAILURES_PER_MINUTE, clock })

  return {
    check(request, connection) {
      const address = clientAddress(request, connection)
      if (address === undefined) return
      const { remaining, resetMs: retryAfterMs } = failures.peek(addressGroup(address))
      if (remaining > 0) return
      const message = 'Too many failed attempts.'
      throw new AppError('rate-limited', message, { retryAfterMs })
    },

    async recordFailure(request, connection) {
      const address = clientAddress(request, connection)
      if (address !== undefined) failures.take(addressGroup(address))
    },
  }
}

interface CountingOptions {
  limiter: Limiter | undefined
  clientAddress: ClientAddress
}

/** The same for routes that check their own keys. Only failed calls count towards their rate limit. */
export function countingAttempts(
  { check, recordFailure }: Attempts,
  { limiter, clientAddress }: CountingOptions,
): Attempts {
  return {
    check,
    async recordFailure(request, connection) {
      await recordFailure(request, connection)
      const result = await limiter?.take(addressKey(clientAddress(request, connection)))
      if (result && !result.isAdmitted) throw tooManyRequests(result)
    },
  }
}

/** The limiter key for the calls of an address, on all routes. */
export function addressKey(address: string | undefined): string {
  return `address ${addressGroup(address)}`
}
