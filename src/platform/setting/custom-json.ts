import * as z from 'zod'
import { byteLength } from '../field.ts'

/** What a push service takes at most in one notification. */
const MOST_BYTES = 4096
const MOST_LEVELS = 10

/** An object of the app's own that goes along with every push. Free in form, kept as it came. */
export const CustomJson = z
  .unknown()
  .refine(isObject, { error: 'must be an object', abort: true })
  .refine((json) => isWithin(json, MOST_LEVELS), {
    error: `may be nested ${MOST_LEVELS} levels deep at most`,
    abort: true,
  })
  .refine((json) => byteLength(json) <= MOST_BYTES, `may have at most ${MOST_BYTES} bytes`)
  .meta({ type: 'object', additionalProperties: true })
  .default({})

function isObject(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Checked before it is written as JSON: what is nested thousands deep would exhaust the stack.
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1))
}
