import { AppError } from '../core/error.ts'
import { asRecord } from '../core/json.ts'
import { retryAfterMs } from '../core/upstream/retry-after.ts'
import { networkCode } from '../core/upstream/upstream-error.ts'

/**
 * The kinds of failure of a hosted model: it cannot be reached, it responds with an error, it takes too
 * long, its answer is cut off, cannot be read, says nothing, or was stopped by a filter.
 */
type FailureKind =
  | 'unreachable'
  | 'refused'
  | 'timed-out'
  | 'cut'
  | 'nonsense'
  | 'empty'
  | 'filtered'

export interface FailureDetails {
  kind: FailureKind
  /** The status of the host's response. */
  status?: number
  /** The host's code, such as `insufficient_quota`, or the network's, such as `ECONNREFUSED`. */
  hostCode?: string
}

/**
 * An error of a hosted model. The host's own message is not used: it may contain a key, an account or
 * anything else.
 */
export class ModelError extends AppError {
  readonly details: FailureDetails

  constructor(
    details: FailureDetails,
    options: { retryAfterMs?: number | undefined; retryable?: boolean } = {},
  ) {
    const { code, message } = meaningOf(details)
    super(code, message, { ...options, cause: details })
    this.details = details
  }
}

/** The error for the caller. Its cause, for the log, has the kind of failure and its codes. */
export function modelFailure(error: unknown): AppError {
  return isTimeout(error) ? new ModelError({ kind: 'timed-out' }) : AppError.from(error)
}

const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 409, 429])

/** Groq: the model has written a call that is none. */
const TOOL_USE_FAILED = 'tool_use_failed'
/** What these mean does not depend on the form of the request. */
const OF_CONTENT: ReadonlySet<unknown> = new Set(['content_filter', TOOL_USE_FAILED])

/** The host has sent an error instead of an answer. */
export function refusal(error: unknown, status: number, headers: Headers): ModelError {
  const waitMs = Number(headers.get('retry-after-ms') || Number.NaN)
  const code = hostCode(error)
  return new ModelError(
    { kind: 'refused', status, ...code },
    {
      retryAfterMs: waitMs >= 0 ? waitMs : retryAfterMs(headers, new Date()),
      retryable: status >= 500 || WORTH_REPEATING.has(status) || code.hostCode === TOOL_USE_FAILED,
    },
  )
}

/** Whether a request in another form may be accepted. */
export function isOfForm({ details: { status, hostCode } }: ModelError): boolean {
  return (status === 400 || status === 422) && !OF_CONTENT.has(hostCode)
}

/** The host has sent an error after the beginning of an answer, or no end. */
export function cutOff(error?: unknown): ModelError {
  return new ModelError({ kind: 'cut', ...hostCode(error) }, { retryable: true })
}

/** The answer is neither a chat completion nor an error. */
export function unreadable(): ModelError {
  return new ModelError({ kind: 'nonsense' })
}

/** The error of `fetch` itself can quote the URL or the key. */
export function connectionFailure(kind: 'unreachable' | 'cut', error: unknown): ModelError {
  const code = networkCode(error)
  const details = code === undefined ? { kind } : { kind, hostCode: code }
  return new ModelError(details, { retryable: true })
}

/** Only codes in snake case: anything else could contain a secret. */
function hostCode(error: unknown): Pick<FailureDetails, 'hostCode'> {
  const { code, type } = asRecord(error)
  const plain = [code, type].find(isPlainCode)
  return plain === undefined ? {} : { hostCode: plain }
}

function isPlainCode(code: unknown): code is string {
  return typeof code === 'string' && code.length <= 60 && /^[a-z]+(_[a-z]+){0,5}$/.test(code)
}

/** An answer with neither a text nor a call. What a filter has stopped is stopped again. */
export function emptyAnswer(finishReason: string): ModelError {
  if (finishReason === 'content-filter') return new ModelError({ kind: 'filtered' })
  return new ModelError({ kind: 'empty' }, { retryable: true })
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
  if (kind === 'empty') return failed('did not arrive at an answer')
  if (kind === 'filtered') return failed('did not answer, because its host filters such questions')
  return failed('did not complete its answer')
}

function failed(what: string) {
  return { code: 'upstream-failed', message: `The language model ${what}.` } as const
}
