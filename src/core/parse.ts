import type * as z from 'zod'
import { AppError } from './error.ts'
import { issueMessage } from './issue-message.ts'
import { excerpt } from './printable.ts'

const MAX_ISSUES = 3

/** Names of fields may be a caller's own, and so be anything. */
const MAX_PATH = 100
const MAX_MESSAGE = 300

/**
 * What came from outside, checked against a schema of ours.
 *
 * @throws AppError `invalid-request` that names the fields and what is wrong with each.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MAX_ISSUES)
  throw new AppError('invalid-request', `${issues.map(sentence).join('; ')}.`)
}

function sentence({ path, message }: z.core.$ZodIssue) {
  const what = excerpt(message, MAX_MESSAGE)
  return path.length > 0 ? `${excerpt(path.join('.'), MAX_PATH)}: ${what}` : what
}
