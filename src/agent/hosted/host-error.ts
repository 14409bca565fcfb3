import { asRecord } from '../../core/json.ts'
import { retryAfterMs } from '../../core/upstream/retry-after.ts'
import { networkCode } from '../../core/upstream/upstream-error.ts'
import { type FailureDetails, ModelError } from '../model-failure.ts'

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
