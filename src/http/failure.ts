import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { upstreamReason } from '../core/upstream/upstream-error.ts'
import type { Env } from './env.ts'

const MAX_CHARACTERS = 100

/**
 * The error as a caller may see it. The log gets more: the cause of a server error, and the reason why
 * a token was rejected. The stack of an upstream's failure would say nothing.
 */
export function failure(error: unknown, c: Context<Env>, log: Log): AppError {
  const requestId = c.get('requestId')
  const known = AppError.from(error)
  const { code, message, cause, status } = known
  if (status >= 500) {
    const event = code === 'not-configured' ? code : 'request-failed'
    // Not called at all, during a pause whose beginning was logged.
    const isRefusal = code === 'upstream-unavailable' && cause === undefined
    const reason = upstreamReason(known)
    const error = reason === undefined ? (cause ?? message) : message
    log[isRefusal ? 'info' : 'error'](event, { requestId, code, error, reason })
  }
  if (code === 'unauthenticated' && cause instanceof Error) {
    log.info('token-refused', { requestId, reason: cause.message.slice(0, MAX_CHARACTERS) })
  }
  return known
}

/** Middleware for paths where errors have a form of their own. */
export function answerErrors(replyError: ErrorHandler<Env>): MiddlewareHandler<Env> {
  return async function setReplyError(c, next) {
    c.set('replyError', replyError)
    await next()
  }
}
