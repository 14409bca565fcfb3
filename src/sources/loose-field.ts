import { DateTime } from 'luxon'
import { isRecord } from '../core/json.ts'

// Values of an upstream's record, whose shape may change without notice: a missing or unexpected value
// becomes `null`, never an error and never a guess.

/** Upstreams send this in place of private values. */
const REDACTED = '[REDACTED]'

const DAY_FIRST = /^\d{4}-\d{2}-\d{2}/

export function looseText(value: unknown): string | null {
  // What is no Unicode becomes U+FFFD. Nothing else is altered.
  const text = typeof value === 'string' ? value.trim().toWellFormed() : ''
  return text === '' || text === REDACTED ? null : text
}

export function looseId(value: unknown): string | null {
  return looseText(typeof value === 'number' ? String(value) : value)
}

export function looseCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The address of an image: text, or the `url` or `image_url` of an object. */
export function looseImage(value: unknown): string | null {
  return looseText(isRecord(value) ? (value.url ?? value.image_url) : value)
}

/** ISO 8601, UTC without an offset, or seconds since the epoch. */
export function looseInstant(value: unknown): string | null {
  const utc = { zone: 'utc' }
  const text = typeof value === 'number' ? DateTime.fromMillis(value * 1000, utc).toISO() : value
  if (typeof text !== 'string' || !DAY_FIRST.test(text)) return null
  return DateTime.fromISO(text.trim().replace(' ', 'T'), utc).toISO()
}

/** The names of a list of topics, each text or an object with a `name`. */
export function looseTopics(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((topic) => looseText(isRecord(topic) ? topic.name : topic) ?? [])
}
