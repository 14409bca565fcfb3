import { AISDKError, APICallError } from '@ai-sdk/provider'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import { networkCode } from '../core/upstream/upstream-error.ts'

/**
 * How a hosted model fails: nobody there, an error status or an error of its own, no word in time,
 * an answer that breaks off, or one that cannot be read.
 */
type FailureKind = 'unreachable' | 'refused' | 'timed-out' | 'cut' | 'nonsense'

export interface FailureDetails {
  kind: FailureKind
  /** Of the host's response. */
  status?: number
  /** The host's own word for it, such as `insufficient_quota`, or the network's: `ECONNREFUSED`. */
  hostCode?: string
}

/**
 * A failure of a hosted model, in words of ours: a provider's own may hold a key, an account or
 * whatever a stranger's server says.
 */
class ModelError extends AppError {
  readonly details: FailureDetails

  constructor(details: FailureDetails, retryAfterMs?: number) {
    const { code, message } = meaningOf(details)
    super(code, message, { cause: details, retryAfterMs })
    this.details = details
  }
}

/** The message for the caller, and as its cause for the log the kind of failure and its codes. */
export function modelFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  // A RetryError of the AI SDK, whose class would bring the whole client of the SDK into the bundle.
  if (AISDKError.isInstance(error) && 'lastError' in error) return modelFailure(error.lastError)
  if (APICallError.isInstance(error)) return refusal(error)
  if (isTimeout(error)) return new ModelError({ kind: 'timed-out' })
  if (AISDKError.isInstance(error)) return brokeOff('nonsense')
  // An error that the host sends in its stream comes as it was sent: as a plain object.
  if (!(error instanceof Error) || isBrokenStream(error)) return brokeOff('cut', error)
  return AppError.from(error)
}

/** What the log and the status may say of a failure. */
export function failureDetails(error: unknown): FailureDetails | undefined {
  const failure = modelFailure(error)
  return failure instanceof ModelError ? failure.details : undefined
}

/** The answer has no end, or is none. What a provider throws for it may hold a code. */
export function brokeOff(kind: 'cut' | 'nonsense', cause?: unknown): AppError {
  if (cause instanceof ModelError) return cause
  const data = APICallError.isInstance(cause) ? cause.data : cause
  return new ModelError({ kind, ...connectionCode(cause), ...hostCode(data) })
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
    const message = 'The language model has too much to do. Try again in a while.'
    return { code: 'upstream-unavailable', message }
  }
  if (status >= 500) return failed('has a problem of its own')
  if (status >= 400) return failed('refused the question')
  return failed('broke off its answer')
}

function failed(what: string) {
  return { code: 'upstream-failed', message: `The language model ${what}.` } as const
}

function refusal({ statusCode: status, responseHeaders, data, cause }: APICallError) {
  if (status === undefined) return new ModelError({ kind: 'unreachable', ...connectionCode(cause) })
  const retryAfterMs = waitOf(responseHeaders?.['retry-after'])
  // A body that breaks off carries the status that it began with.
  if (status < 300) return brokeOff('cut', cause)
  return new ModelError({ kind: 'refused', status, ...hostCode(data) }, retryAfterMs)
}

function waitOf(seconds: string | undefined): number | undefined {
  const ms = Number(seconds) * 1000
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

/** Of codes the plain words alone: what else stands there may be anything, a key among it. */
function hostCode(data: unknown): Pick<FailureDetails, 'hostCode'> {
  const error = isRecord(data) && isRecord(data.error) ? data.error : data
  if (!isRecord(error)) return {}
  const code = [error.code, error.type].find((code) => /^[a-z]+(_[a-z]+){0,5}$/.test(String(code)))
  return typeof code === 'string' && code.length <= 60 ? { hostCode: code } : {}
}

function connectionCode(error: unknown): Pick<FailureDetails, 'hostCode'> {
  const code = networkCode(error)
  return code === undefined ? {} : { hostCode: code }
}

// A socket that closes midway makes fetch's body throw a TypeError: `terminated`.
function isBrokenStream(error: Error) {
  return error instanceof TypeError && /terminated|network|fetch failed/i.test(error.message)
}
