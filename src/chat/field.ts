import * as z from 'zod'
import { isDeeperThan } from '../core/json.ts'
import { holdsCredentials } from '../core/upstream/web-address.ts'

const MAX_METADATA_BYTES = 5 * 1024
const MAX_LEVELS = 10

/** The name of a user or a group in addresses: `uid`, `guid`. The same in either case. */
export const Id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9_-]+$/, 'may have letters, digits, `-` and `_` alone')
  .toLowerCase()

/** Words that are given back as they came: libSQL ends a text at a zero, and wants it well formed. */
export const Words = z
  .string()
  .refine(
    (words) => words.isWellFormed() && !words.includes('\0'),
    'may have no zero character, and no half of a surrogate pair',
  )

export const Name = Words.trim().min(1).max(100)

/** An instant: Unix seconds, as a number or as a string of ten digits. */
export const Seconds = z
  .union(
    [
      z.int().min(0).max(9_999_999_999),
      z.string().regex(/^\d{10}$/, 'must be a Unix timestamp in seconds'),
    ],
    { error: 'must be a Unix timestamp in seconds: an integer, or a string of ten digits' },
  )
  .transform(Number)

const MAX_ADDRESS = 2048

/** Measured before it is parsed: the name of a host takes long where it is none. */
export const WebAddress = z.preprocess(
  (value, context) => {
    if (typeof value !== 'string' || value.length <= MAX_ADDRESS) return value
    context.addIssue({ code: 'custom', message: `may have at most ${MAX_ADDRESS} characters` })
    return z.NEVER
  },
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .max(MAX_ADDRESS)
    .refine((text) => !holdsCredentials(new URL(text)), 'must hold no user name or password'),
)

export const Metadata = small(z.record(z.string(), z.unknown()), MAX_METADATA_BYTES)

export const Tags = z.array(z.string().min(1).max(100)).max(25)

/**
 * Free in form, but neither long as JSON nor nested deep. It is measured before it is looked at,
 * which takes long where there is much.
 */
export function small<Schema extends z.ZodType>(
  schema: Schema,
  maxBytes: number,
  maxLevels = MAX_LEVELS,
) {
  return z.preprocess((value, context) => {
    const message = sizeIssue(value, maxBytes, maxLevels)
    if (!message) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }, schema)
}

/** Counted before they are looked at: an issue for each of thousands takes long to write. */
export function fewKeys<Schema extends z.ZodType>(schema: Schema, maxKeys: number) {
  return z.preprocess((value, context) => {
    const isObject = typeof value === 'object' && value !== null
    if (!isObject || Object.keys(value).length <= maxKeys) return value
    context.addIssue({ code: 'custom', message: `may have at most ${maxKeys} fields` })
    return z.NEVER
  }, schema)
}

/** Why a value is too much to be kept. */
export function sizeIssue(value: unknown, maxBytes: number, maxLevels: number): string | undefined {
  // What is nested thousands deep would exhaust the stack on the way to JSON.
  if (isDeeperThan(value, maxLevels)) return `must not be nested more than ${maxLevels} levels deep`
  return byteLength(value) > maxBytes ? `may have at most ${maxBytes} bytes` : undefined
}

/** How long a value is as JSON, in bytes. */
export function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
