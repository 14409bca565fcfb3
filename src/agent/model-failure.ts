import { AISDKError, APICallError } from '@ai-sdk/provider'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import { retryAfterMs } from '../core/upstream/retry-after.ts'
import { networkCode } from '../core/upstream/upstream-error.ts'

/**
 * How a hosted model fails: it cannot be reached, it responds with an error, it takes too long, its
 * answer is cut off, or its answer cannot be read.
 */
type FailureKind = 'unreachable' | 'refused' | 'timed-out' | 'cut' | 'nonsense'

export interface FailureDetails {
  kind: FailureKind
  /** The status of the host's response. */
  status?: number
  /** The host's code, such as `insufficient_quota`, or the network's, such as `ECONNREFUSED`. */
  hostCode?: string
}

/**
 * An error of a hosted model. The provider's own message is not used: it may contain a key, an account
 * or anything else that the host sent.
 */
class ModelError extends AppError {
  readonly details: FailureDetails

  constructor(details: FailureDetails, retryAfterMs?: number) {
    const { code, message } = meaningOf(details)
    super(code, message, { cause: details, retryAfterMs })
    this.details = details
  }
}

/** The error for the caller. Its cause, for the log, has the kind of failure and its codes. */
export function modelFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  // A RetryError of the AI SDK, whose class would bring the whole client of the SDK into the bundle.
  if (AISDKError.isInstance(error) && 'lastError' in error) return modelFailure(error.lastError)
  if (APICallError.isInstance(error)) return refusal(error)
  if (isTimeout(error)) return new ModelError({ kind: 'timed-out' })
  if (AISDKError.isInstance(error)) return brokenAnswer('nonsense')
  // An error that the host sends in its stream is a plain object.
  if (!(error instanceof Error) || isBrokenStream(error)) return brokenAnswer('cut', error)
  return AppError.from(error)
}

/** What the log and the status may show of a failure. */
export function failureDetails(error: unknown): FailureDetails | undefined {
  const failure = modelFailure(error)
  return failure instanceof ModelError ? failure.details : undefined
}

/** The answer has no end or cannot be read. What the provider throws may have a code. */
export function brokenAnswer(kind: 'cut' | 'nonsense', cause?: unknown): AppError {
  if (cause instanceof ModelError) return cause
  const data = APICallError.isInstance(cause) ? cause.data : cause
  return new ModelError({ kind, ...connectionCode(cause), ...hostCode(data) })
}

/** The answer is complete, but the run cannot go on with it. */
export function unusableAnswer(what: string): AppError {
  const { code, message } = failed(what)
  return new AppError(code, message)
}

export function isTimeout(error: unknown) {
  return error instanceof Error && error.name === 'TimeoutError'
}

function meaningOf({ kind, status = 0 }: FailureDetails): Pick<AppError, 'code' | 'message'> {
  if (kind === 'unreachable') return failed('could not be reached')
  if (kind === 'timed-out') {
    return { code: 'upstream-timeout', message: 'The language model took too long.' }
  }
  if (status === 401 || status === 403)
    return failed('does not accept the credentials of this service')
  if (status === 429) {
    const message = 'The language model is rate limited. Try again later.'
    return { code: 'upstream-unavailable', message }
  }
  if (status >= 500) return failed('had an internal error')
  if (status >= 400) return failed('rejected the request')
  if (status >= 300) return failed('redirected the request')
  if (kind === 'nonsense') return failed('sent an unreadable response')
  return failed('did not complete its answer')
}

function failed(what: string) {
  return { code: 'upstream-failed', message: `The language model ${what}.` } as const
}

function refusal({ statusCode: status, responseHeaders, data, cause }: APICallError) {
  if (status === undefined) return new ModelError({ kind: 'unreachable', ...connectionCode(cause) })
  // The error of a body that is cut off has the status of the response.
  if (status < 300) return brokenAnswer('cut', cause)
  const wait = retryAfterMs(new Headers(responseHeaders), new Date())
  return new ModelError({ kind: 'refused', status, ...hostCode(data) }, wait)
}

/** Only codes in snake case: anything else could contain a secret. */
function hostCode(data: unknown): Pick<FailureDetails, 'hostCode'> {
  const error = isRecord(data) && isRecord(data.error) ? data.error : data
  if (!isRecord(error)) return {}
  const code = [error.code, error.type].find(isPlainCode)
  return code === undefined ? {} : { hostCode: code }
}

function isPlainCode(code: unknown): code is string {
  return typeof code === 'string' && code.length <= 60 && /^[a-z]+(_[a-z]+){0,5}$/.test(code)
}

function connectionCode(error: unknown): Pick<FailureDetails, 'hostCode'> {
  const code = networkCode(error)
  return code === undefined ? {} : { hostCode: code }
}

// A socket that closes midway makes fetch's body throw a TypeError: `terminated`.
function isBrokenStream(error: Error) {
  return error instanceof TypeError && /terminated|network|fetch failed/i.test(error.message)
}
