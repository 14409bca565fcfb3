import * as z from 'zod'
import { small } from '../field.ts'

/** What a push service takes at most in one notification. */
const MOST_BYTES = 4096

/** An object of the app's own that goes along with every push. Free in form, kept as it came. */
export const CustomJson = small(
  z.unknown().refine(isObject, { error: 'must be an object', abort: true }),
  MOST_BYTES,
)
  .meta({ type: 'object', additionalProperties: true })
  .default({})

function isObject(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
