import { AppError } from '../core/error.ts'
import { addressGroup, type ClientAddress, type Connection } from './client-address.ts'
import { type Limiter, memoryLimiter, tooManyRequests } from './rate-limit.ts'

/** One a second: enough for typing errors, and far too few for guessing keys. */
const MAX_FAILURES_PER_MINUTE = 60

/** Failed attempts of an address to authenticate. */
export interface Attempts {
  /**
   * Must come before a key or a token is checked: else the response would still reveal valid ones
   * to an address that has failed too often.
   *
   * @throws AppError `rate-limited` while the address has failed too often.
   */
  check(request: Request, connection?: Connection): void
  /** @throws AppError `rate-limited` where calls are counted here, and there were too many. */
  failed(request: Request, connection?: Connection): Promise<void>
}

interface AttemptsOptions {
  clientAddress: ClientAddress
  clock(): number
}

/**
 * Counts failures of an address, of all kinds of keys together; each process for itself. Where
 * there is no address there is no caller to slow down: a socket always has one, and so has
 * Cloudflare.
 */
export function createAttempts({ clientAddress, clock }: AttemptsOptions): Attempts {
  const failures = memoryLimiter({ perMinute: MAX_FAILURES_PER_MINUTE, clock })

  return {
    check(request, connection) {
      const address = clientAddress(request, connection)
      if (address === undefined) return
      const { remaining, resetMs: retryAfterMs } = failures.peek(addressGroup(address))
      if (remaining > 0) return
      const message = 'Too many failed attempts. Wait a little.'
      throw new AppError('rate-limited', message, { retryAfterMs })
    },

    async failed(request, connection) {
      const address = clientAddress(request, connection)
      if (address !== undefined) failures.take(addressGroup(address))
    },
  }
}

interface CountingOptions {
  limiter: Limiter | undefined
  clientAddress: ClientAddress
}

/** The same for routes with keys of their own: only callers without a good one are counted there. */
export function countingAttempts(
  { check, failed }: Attempts,
  { limiter, clientAddress }: CountingOptions,
): Attempts {
  return {
    check,
    async failed(request, connection) {
      await failed(request, connection)
      const result = await limiter?.take(addressKey(clientAddress(request, connection)))
      if (result && !result.isAdmitted) throw tooManyRequests(result)
    },
  }
}

/** By which calls of an address are counted, on whichever route. */
export function addressKey(address: string | undefined): string {
  return `address ${addressGroup(address)}`
}
