import { AppError } from '../../../core/error.ts'

export const MAX_HEADERS = 32
const MAX_NAME = 256
const MAX_VALUE = 8_192

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** RFC 9110, section 5.5: no line break, no control character, nothing beyond one byte. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/** What belongs to the connection, to the framing of the message, or to the platform itself. */
const RESERVED = new Set([
  'host',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-type',
  'content-encoding',
  'accept',
  'accept-encoding',
  'expect',
  'http2-settings',
  'forwarded',
  'via',
  'x-real-ip',
  'date',
])
const RESERVED_PREFIX = /^(proxy-|sec-|x-forwarded-|cf-)/

/**
 * The headers of a registration, checked and with their names in lower case.
 *
 * @throws AppError `invalid-request` that names the header at fault and never quotes its value.
 */
export function checkAgentHeaders(headers: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) throw refused(`There are more than ${MAX_HEADERS} headers.`)

  const checked = new Map<string, string>()
  for (const [spelled, value] of entries) {
    const name = spelled.toLowerCase()
    if (!TOKEN.test(name) || name.length > MAX_NAME) throw refused('A header has an invalid name.')
    if (RESERVED.has(name) || RESERVED_PREFIX.test(name)) {
      throw refused(`The header ${name} is the platform’s own to set.`)
    }
    if (checked.has(name)) throw refused(`The header ${name} is there twice.`)
    checked.set(name, checkValue(name, value))
  }
  return Object.fromEntries(checked)
}

function checkValue(name: string, value: unknown) {
  if (typeof value !== 'string' || value.length > MAX_VALUE || !VALUE.test(value)) {
    throw refused(`The header ${name} has a value that cannot be sent.`)
  }
  return value
}

function refused(message: string) {
  return new AppError('invalid-request', message)
}
