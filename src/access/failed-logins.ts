import { AppError } from '../core/error.ts'
import { UNKNOWN_ADDRESS } from './client-address.ts'
import { createLimiter, type Limiter, type LimiterDeps, tooManyRequests } from './limiter.ts'

/** One per second: enough for typos, and far too few for guessing keys. */
const MAX_PER_MINUTE = 60

/**
 * The failed attempts of each address to authenticate, for all kinds of keys together. Callers without
 * an address are not counted: sockets and Cloudflare always provide one.
 */
export interface FailedLogins {
  /**
   * Must be called before a key or a token is checked. Otherwise the response would still reveal a
   * valid one to an address that has failed too often.
   *
   * @throws AppError `rate-limited` while the address has failed too often.
   */
  check(address: string | undefined): void
  record(address: string | undefined): void
  /**
   * Records a failure on routes with keys of their own, where only failed calls count towards the
   * rate limit of an address.
   *
   * @throws AppError `rate-limited` if there were too many.
   */
  recordAsCall(address: string | undefined): Promise<void>
}

/** `limiter` is the rate limit of all calls, if there is any. */
export function createFailedLogins(limiter: Limiter | undefined, deps: LimiterDeps): FailedLogins {
  const failures = createLimiter({ name: 'failed-logins', perMinute: MAX_PER_MINUTE, ...deps })
  const record = (address: string | undefined) => {
    if (address !== undefined) void failures.take(address)
  }

  return {
    check(address) {
      if (address === undefined) return
      const { remaining, resetMs: retryAfterMs } = failures.peek(address)
      if (remaining > 0) return
      const message = 'Too many failed attempts.'
      throw new AppError('rate-limited', message, { retryAfterMs })
    },

    record,

    async recordAsCall(address) {
      record(address)
      const result = await limiter?.take(address ?? UNKNOWN_ADDRESS)
      if (result && !result.isAdmitted) throw tooManyRequests(result)
    },
  }
}
