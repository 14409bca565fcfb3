import * as z from 'zod'
import { isDeeperThan } from '../nesting.ts'

const MOST_METADATA_BYTES = 5 * 1024
const MOST_LEVELS = 10

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

export const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2048)

export const Metadata = small(z.record(z.string(), z.unknown()), MOST_METADATA_BYTES)

export const Tags = z.array(z.string().min(1).max(100)).max(25)

/** Free in form, but neither long as JSON nor nested deep. */
export function small<Schema extends z.ZodType>(schema: Schema, mostBytes: number) {
  return schema
    .refine((value) => !isDeeperThan(value, MOST_LEVELS), {
      error: `may be nested ${MOST_LEVELS} levels deep at most`,
      abort: true, // what is nested thousands deep would exhaust the stack on the way to JSON
    })
    .refine((value) => byteLength(value) <= mostBytes, `may have at most ${mostBytes} bytes`)
}

/** How long a value is as JSON, in bytes. */
export function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
