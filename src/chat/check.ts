import type * as z from 'zod'
import { excerpt } from '../core/printable.ts'
import { issueMessage } from '../core/validation.ts'
import { type Details, PlatformError, type PlatformErrorCode } from './platform-error.ts'

/**
 * What came from outside, checked against a schema of ours.
 *
 * @param whole what the value is called where it is wrong as a whole
 * @throws PlatformError `ERR_BAD_REQUEST`, or the given code, with the fields that are wrong.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
  whole = 'body',
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return parsed.data
  const details = detailsOf(parsed.error.issues, whole)
  const fields = Object.keys(details).join(', ')
  throw new PlatformError(code, `Failed to validate the data sent with the request: ${fields}.`, {
    details,
  })
}

const MAX_FIELDS = 20
/** Of one field, and of all the issues that are looked at: names of fields may be a caller's own. */
const MAX_PATH = 200
const MAX_MESSAGE = 300
const MAX_ISSUES = 100

function detailsOf(issues: readonly z.core.$ZodIssue[], whole: string): Details {
  const details = new Map<string, string[]>()
  for (const { path, message } of issues.slice(0, MAX_ISSUES).flatMap(byField)) {
    const field = excerpt(path.length > 0 ? path.join('.') : whole, MAX_PATH)
    details.set(field, [...(details.get(field) ?? []), excerpt(message, MAX_MESSAGE)])
  }
  return Object.fromEntries([...details].slice(0, MAX_FIELDS))
}

/** A field that nobody knows is named by its own path, as any other that is wrong. */
function byField(issue: z.core.$ZodIssue) {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys
    .slice(0, MAX_FIELDS)
    .map((key) => ({ path: [...issue.path, key], message: 'is not known' }))
}
