import { isRecord, tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { retryAfterMs } from '../core/upstream/retry-after.ts'
import { PlatformClientError } from './client-error.ts'

const MAX_CHARACTERS = 500

interface ErrorResponse {
  status: number
  headers: Headers
  text: string
}

/** Replaces keys and tokens in a text with placeholders. */
export type Mask = (text: string) => string

/** The error for a response with an error status. */
export function responseError(response: ErrorResponse, mask: Mask, now: Date): PlatformClientError {
  const { status, headers, text } = response
  return toError(errorIn(text), { mask, status, retryAfterMs: retryAfterMs(headers, now) })
}

/** The error for one record in a response. */
export function recordError(error: unknown, mask: Mask): PlatformClientError {
  return toError(isRecord(error) ? error : {}, { mask, status: undefined })
}

interface ErrorContext {
  mask: Mask
  status: number | undefined
  retryAfterMs?: number | undefined
}

function toError(
  { code, message, details }: Record<string, unknown>,
  { mask, status, ...rest }: ErrorContext,
) {
  const hide = (text: string) => printable(mask(text)).slice(0, MAX_CHARACTERS)
  const given = typeof code === 'number' ? String(code) : code
  const ownCode = typeof given === 'string' && given ? given : `status-${status ?? 'unknown'}`
  const plain = status ? `The platform answered ${status}.` : 'The platform rejected the record.'
  const sentence = typeof message === 'string' && message ? message : plain
  return new PlatformClientError(hide(ownCode), hide(sentence), {
    status,
    details: details === undefined ? undefined : tryParseJson(mask(JSON.stringify(details))),
    ...rest,
  })
}

/** The error in either format: that of the platform, or the plain one of other services. */
function errorIn(text: string): Record<string, unknown> {
  const body = tryParseJson(text)
  if (!isRecord(body)) return {}
  const { error, code } = body
  if (isRecord(error)) return error
  const isPlain = typeof error === 'string' && (code === undefined || typeof code === 'string')
  return isPlain ? { message: error, code } : {}
}
