import * as z from 'zod'
import { utf8Length } from '../core/byte-length.ts'
import { jsonLimitIssue } from '../core/json.ts'
import { holdsCredentials } from '../core/upstream/web-address.ts'

/** A `uid` or a `guid`. Case-insensitive. */
export const Id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9_-]+$/, 'may only contain letters, digits, `-` and `_`')
  .toLowerCase()

/** Text that is stored unchanged: libSQL ends a text at a NUL and requires valid Unicode. */
export const StoredText = z
  .string()
  .refine(
    (text) => text.isWellFormed() && !text.includes('\0'),
    'must not contain NUL characters or unpaired surrogates',
  )

export const Name = StoredText.trim().min(1).max(100)

/** An instant in Unix seconds, as an integer or as a string of ten digits. */
export const Seconds = z
  .union([z.int().min(0).max(9_999_999_999), z.string().regex(/^\d{10}$/)], {
    error: 'must be a Unix timestamp in seconds: an integer, or a string of ten digits',
  })
  .transform(Number)

/** The length is checked before parsing: an invalid host name can take long to parse. */
export const WebAddress = z
  .string()
  .max(2048)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true }))
  .refine((text) => !holdsCredentials(new URL(text)), 'must not contain a user name or password')

export const Metadata = small(z.record(z.string(), z.unknown()), {
  maxBytes: 5 * 1024,
  maxValues: 250,
})

export const Tags = z.array(z.string().min(1).max(100)).max(25)

/** How large a value may be as JSON. Small values are limited too: each costs more than its bytes. */
interface SizeLimits {
  maxBytes: number
  maxDepth?: number
  /** At any depth. */
  maxValues?: number
}

/** Limits the size of a value, before it is validated, which can take long. */
export function small<Schema extends z.ZodType>(schema: Schema, limits: SizeLimits) {
  return z.preprocess((value: z.input<Schema>, context) => {
    const message = sizeIssue(value, limits)
    if (!message) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }, schema)
}

/** Why a value is too large; undefined if it is not. */
export function sizeIssue(value: unknown, limits: SizeLimits): string | undefined {
  const { maxBytes, maxDepth = 10, maxValues = 500 } = limits
  const text = JSON.stringify(value) ?? ''
  if (utf8Length(text) > maxBytes) return `may have at most ${maxBytes} bytes`
  return jsonLimitIssue(text, { maxDepth, maxValues })
}

/** A row as the API returns it: the fields of the schema that have a value. */
export function shown<Schema extends z.ZodType>(schema: Schema, row: object): z.output<Schema> {
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  return schema.parse(Object.fromEntries(fields))
}
