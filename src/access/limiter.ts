import { AppError } from '../error.ts'

/** Counts what somebody asks for, and says when it is too much. */
export interface Limiter {
  /** `key` names who asks. A call that is not admitted counts as well. */
  take(key: string): Taken | Promise<Taken>
}

/** Not every limiter tells more than whether it admits. */
export interface Taken {
  isAdmitted: boolean
  /** Calls that a whole window admits. */
  limit?: number
  /** Calls that are left in this window. */
  remaining?: number
  /** How long until a new window begins. */
  resetMs?: number
}

export function tooManyRequests({ resetMs: retryAfterMs }: Taken): AppError {
  return new AppError('rate-limited', 'Too many requests. Wait a little.', { retryAfterMs })
}
