import { DateTime } from 'luxon'
import * as z from 'zod'
import { isRecord } from '../core/json.ts'

/** Upstreams send this in place of private values. */
const REDACTED = '[REDACTED]'

const DAY_FIRST = /^\d{4}-\d{2}-\d{2}/

/**
 * Fields of an upstream's record, whose shape may change without notice: a missing or unexpected
 * value becomes `null`, never an error and never a guess.
 */
export const looseText = z.unknown().optional().transform(readText)

export const looseId = z
  .unknown()
  .optional()
  .transform((value) => readText(typeof value === 'number' ? String(value) : value))

export const looseCount = z.int().min(0).nullable().catch(null)

/** The address of an image: text, or the `url` or `image_url` of an object. */
export const looseImage = z
  .unknown()
  .optional()
  .transform((value) => readText(isRecord(value) ? (value.url ?? value.image_url) : value))

/** ISO 8601, UTC without an offset, or seconds since the epoch. */
export const looseInstant = z
  .unknown()
  .optional()
  .transform((value) => readInstant(typeof value === 'number' ? fromSeconds(value) : value))

function readText(value: unknown): string | null {
  // What is no Unicode becomes U+FFFD. Nothing else is altered.
  const text = typeof value === 'string' ? value.trim().toWellFormed() : ''
  return text === '' || text === REDACTED ? null : text
}

function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY_FIRST.test(value)) return null
  const instant = DateTime.fromISO(value.trim().replace(' ', 'T'), { zone: 'utc' })
  return instant.isValid ? instant.toISO() : null
}

function fromSeconds(seconds: number) {
  return DateTime.fromMillis(seconds * 1000, { zone: 'utc' }).toISO()
}
