import { isRecord } from '../../core/json.ts'
import { retryAfterMs } from '../../core/upstream/retry-after.ts'
import { networkCode } from '../../core/upstream/upstream-error.ts'
import { type FailureDetails, ModelError } from '../model-failure.ts'

const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 409, 429])

/** The host has sent an error instead of an answer. */
export function refusal(error: unknown, status: number, headers: Headers): ModelError {
  const waitMs = Number(headers.get('retry-after-ms') ?? Number.NaN)
  return new ModelError(
    { kind: 'refused', status, ...hostCode(error) },
    {
      retryAfterMs: waitMs >= 0 ? waitMs : retryAfterMs(headers, new Date()),
      retryable: status >= 500 || WORTH_REPEATING.has(status),
    },
  )
}

/** The host has sent an error after the beginning of an answer, or no end. */
export function cutOff(error?: unknown): ModelError {
  return new ModelError({ kind: 'cut', ...hostCode(error) })
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
  if (!isRecord(error)) return {}
  const code = [error.code, error.type].find(isPlainCode)
  return code === undefined ? {} : { hostCode: code }
}

function isPlainCode(code: unknown): code is string {
  return typeof code === 'string' && code.length <= 60 && /^[a-z]+(_[a-z]+){0,5}$/.test(code)
}
