import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'

const MAX_CHARACTERS = 100

/**
 * The error as a caller may see it. The log gets more: the cause of a server error, and the reason why
 * a token was rejected.
 */
export function failure(error: unknown, { requestId }: { requestId: string }, log: Log): AppError {
  const known = AppError.from(error)
  const { code, cause, status } = known
  if (status >= 500) {
    const event = code === 'not-configured' ? code : 'request-failed'
    log.error(event, { requestId, error: cause ?? known })
  }
  if (code === 'unauthenticated' && cause instanceof Error) {
    log.info('token-refused', { requestId, reason: cause.message.slice(0, MAX_CHARACTERS) })
  }
  return known
}
