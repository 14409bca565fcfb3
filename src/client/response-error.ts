import { isRecord, tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { ClientError } from './client-error.ts'
import type { Credential } from './credentials.ts'

const MAX_CHARACTERS = 500

interface ErrorContext extends Partial<Pick<Credential, 'mask'>> {
  status?: number
  retryAfterMs?: number | undefined
}

export function responseError(text: string, context: ErrorContext): ClientError {
  return recordError(errorIn(text), context)
}

/** The error for one record in a response. */
export function recordError(error: unknown, context: ErrorContext): ClientError {
  const { mask = (text) => text, status, ...rest } = context
  const hide = (text: string) => printable(mask(text)).slice(0, MAX_CHARACTERS)
  const { code, message, details } = isRecord(error) ? error : {}
  const given = typeof code === 'number' ? String(code) : code
  const ownCode = typeof given === 'string' && given ? given : `status-${status ?? 'unknown'}`
  const plain = status ? `The service answered ${status}.` : 'The service rejected the record.'
  const sentence = typeof message === 'string' && message ? message : plain
  return new ClientError(hide(ownCode), hide(sentence), {
    status,
    details: details === undefined ? undefined : tryParseJson(mask(JSON.stringify(details))),
    ...rest,
  })
}

/** The error in either format: that of the chat platform, or the plain one of all else. */
function errorIn(text: string): unknown {
  const body = tryParseJson(text)
  const { error, code } = isRecord(body) ? body : {}
  return typeof error === 'string' ? { message: error, code } : error
}
