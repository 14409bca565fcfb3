import { AppError } from '../error.ts'
import type { Log } from '../log.ts'

const MAX_CHARACTERS = 100

/**
 * A failure as its caller may see it. The log has more: what is our own fault whole, and why a
 * token was refused.
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
