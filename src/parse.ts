import type * as z from 'zod'
import { AppError } from './error.ts'

const MOST_ISSUES = 3

/**
 * What came from outside, checked against a schema of ours.
 *
 * @throws AppError `invalid-request` that names the fields and what is wrong with each.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MOST_ISSUES)
  throw new AppError('invalid-request', `${issues.map(sentence).join('; ')}.`)
}

function sentence({ path, message }: z.core.$ZodIssue) {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message
}
