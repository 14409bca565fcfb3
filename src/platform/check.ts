import type * as z from 'zod'
import { excerpt } from '../core/printable.ts'
import { issueMessage } from '../core/validation.ts'
import { invalidField, PlatformError, type PlatformErrorCode } from './platform-error.ts'

/** Field names can come from the caller, so all parts of an error are limited. */
const MAX_ISSUES = 20
const MAX_PATH = 200
const MAX_MESSAGE = 300

/**
 * Parses a value from a request with a schema.
 *
 * @param whole the name of the value in errors about the value as a whole
 * @throws PlatformError `ERR_BAD_REQUEST`, or the given code, with the invalid fields.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
  whole = 'body',
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: issueMessage })
  if (parsed.success) return parsed.data
  const byPath = new Map<string, string[]>()
  for (const { path, message } of parsed.error.issues.flatMap(byField).slice(0, MAX_ISSUES)) {
    const field = excerpt(path.length > 0 ? path.join('.') : whole, MAX_PATH)
    byPath.set(field, [...(byPath.get(field) ?? []), excerpt(message, MAX_MESSAGE)])
  }
  const fields = [...byPath.keys()].join(', ')
  const details = Object.fromEntries(byPath)
  const message = `Failed to validate the data sent with the request: ${fields}.`
  throw new PlatformError(code, message, { details })
}

/** Unknown fields get an issue each, under their own path. */
function byField(issue: z.core.$ZodIssue) {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is unknown' }))
}

/** Throws if `createdAt` of a user or group, at this path of the request, is in the future. */
export function assertCreated(
  { createdAt }: { createdAt?: number | null | undefined },
  seconds: number,
  path = 'createdAt',
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
): void {
  if ((createdAt ?? 0) <= seconds) return
  throw invalidField(path, `must not be after ${seconds}, which is now`, code)
}
