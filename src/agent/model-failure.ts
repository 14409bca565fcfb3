import { AISDKError, APICallError, RetryError } from 'ai'
import { AppError } from '../error.ts'

/**
 * What a model failed with, in words of ours: a provider's own may hold a key, an account or
 * whatever a stranger's server says. They stay in the cause, for the log.
 */
export function modelFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (RetryError.isInstance(error)) return modelFailure(error.lastError)
  if (APICallError.isInstance(error)) return refusal(error)
  if (isTimeout(error)) return tookTooLong(error)
  if (AISDKError.isInstance(error) || isBrokenStream(error)) {
    return new AppError('upstream-failed', 'The language model broke off its answer.', {
      cause: brief(error),
    })
  }
  return AppError.from(error)
}

export function tookTooLong(cause?: unknown): AppError {
  return new AppError('upstream-timeout', 'The language model took too long.', {
    cause: brief(cause),
  })
}

function refusal(error: APICallError): AppError {
  const { statusCode, responseHeaders } = error
  const cause = { name: error.name, statusCode }
  if (statusCode === 401 || statusCode === 403) {
    const message = 'The language model does not accept the credentials of this service.'
    return new AppError('upstream-failed', message, { cause })
  }
  if (statusCode === 429) {
    const retryAfterMs = waitOf(responseHeaders?.['retry-after'])
    const message = 'The language model has too much to do. Try again in a while.'
    return new AppError('upstream-unavailable', message, { cause, retryAfterMs })
  }
  return new AppError('upstream-failed', 'The language model could not be reached.', { cause })
}

function waitOf(seconds: string | undefined): number | undefined {
  const ms = Number(seconds) * 1000
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

function isTimeout(error: unknown) {
  return error instanceof Error && error.name === 'TimeoutError'
}

// A socket that closes midway makes fetch's body throw a TypeError: `terminated`.
function isBrokenStream(error: unknown) {
  return error instanceof TypeError && /terminated|network|fetch failed/i.test(error.message)
}

/** Names alone: an SDK error carries the request, and with it the prompt and the key. */
function brief(error: unknown) {
  return error instanceof Error ? { name: error.name } : undefined
}
