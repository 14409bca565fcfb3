import { AppError } from '../error.ts'

/** Replaces a secret wherever it would be shown. No header value can contain it. */
export const MASK = '•••'

const MAX_HEADERS = 32
const MAX_NAME = 256
const MAX_VALUE = 8_192

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** RFC 9110, section 5.5: no line breaks, no control characters, one byte per character. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/** Headers of the connection, of message framing, and those the service sets itself. */
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
 * Checks headers that somebody wants to be sent to another server, and returns them with lower-case names.
 *
 * @throws AppError `invalid-request`, which names the invalid header and never quotes its value.
 */
export function checkRequestHeaders(entries: readonly (readonly [string, unknown])[]) {
  if (entries.length > MAX_HEADERS) throw invalid(`At most ${MAX_HEADERS} headers are allowed.`)

  const checked = new Map<string, string>()
  for (const [spelled, value] of entries) {
    const name = spelled.toLowerCase()
    if (!TOKEN.test(name) || name.length > MAX_NAME)
      throw invalid('A header name is invalid: use letters, digits and -.')
    if (RESERVED.has(name) || RESERVED_PREFIX.test(name)) {
      throw invalid(`The header ${name} is reserved: the service sets it.`)
    }
    if (checked.has(name)) throw invalid(`The header ${name} is given more than once.`)
    checked.set(name, checkValue(name, value))
  }
  return Object.fromEntries(checked)
}

function checkValue(name: string, value: unknown) {
  if (value === MASK) {
    throw invalid(
      `${MASK} stands for the value of the header ${name}: leave the header out to keep it.`,
    )
  }
  if (typeof value !== 'string' || value.length > MAX_VALUE || !VALUE.test(value)) {
    throw invalid(
      `The value of the header ${name} must be a string of at most ${MAX_VALUE} Latin-1 characters without line breaks.`,
    )
  }
  return value
}

function invalid(message: string) {
  return new AppError('invalid-request', message)
}
