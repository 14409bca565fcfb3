import { AISDKError, APICallError, RetryError, ToolChoiceViolationError } from 'ai'
import { AppError } from '../error.ts'

const BROKE_OFF = 'The language model broke off its answer.'

/**
 * What a model failed with, in words of ours: a provider's own may hold a key, an account or
 * whatever a stranger's server says. They stay in the cause, for the log.
 */
export function modelFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (RetryError.isInstance(error)) return modelFailure(error.lastError)
  if (APICallError.isInstance(error)) return refusal(error)
  if (isTimeout(error)) return tookTooLong(error)
  if (ToolChoiceViolationError.isInstance(error)) {
    const message = 'The language model did not call the tool that it was told to call.'
    return new AppError('upstream-failed', message)
  }
  if (AISDKError.isInstance(error) || isBrokenStream(error)) return brokeOff(error)
  return AppError.from(error)
}

export function brokeOff(cause?: unknown): AppError {
  return new AppError('upstream-failed', BROKE_OFF, { cause: brief(cause) })
}

export function tookTooLong(cause?: unknown): AppError {
  return new AppError('upstream-timeout', 'The language model took too long.', {
    cause: brief(cause),
  })
}

function refusal(error: APICallError): AppError {
  const { statusCode, responseHeaders } = error
  const cause = { name: error.name, statusCode }
  const retryAfterMs = waitOf(responseHeaders?.['retry-after'])
  if (statusCode === 401 || statusCode === 403) {
    const message = 'The language model does not accept the credentials of this service.'
    return new AppError('upstream-failed', message, { cause })
  }
  if (statusCode === 429) {
    const message = 'The language model has too much to do. Try again in a while.'
    return new AppError('upstream-unavailable', message, { cause, retryAfterMs })
  }
  return new AppError('upstream-failed', refusalMessage(statusCode), { cause, retryAfterMs })
}

function refusalMessage(status: number | undefined) {
  if (status === undefined) return 'The language model could not be reached.'
  if (status >= 500) return 'The language model has a problem of its own.'
  if (status >= 400) return 'The language model refused the question.'
  return BROKE_OFF // a body that breaks off carries the status that it began with
}

function waitOf(seconds: string | undefined): number | undefined {
  const ms = Number(seconds) * 1000
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

export function isTimeout(error: unknown) {
  return error instanceof Error && error.name === 'TimeoutError'
}

// A socket that closes midway makes fetch's body throw a TypeError: `terminated`. An error that
// the provider sends in its stream comes as it was sent: as a plain object.
function isBrokenStream(error: unknown) {
  if (!(error instanceof Error)) return true
  return error instanceof TypeError && /terminated|network|fetch failed/i.test(error.message)
}

/** Names alone: an SDK error carries the request, and with it the prompt and the key. */
function brief(error: unknown) {
  return error instanceof Error ? { name: error.name } : undefined
}
