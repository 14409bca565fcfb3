import type * as z from 'zod'
import { excerpt } from '../core/printable.ts'
import { issueMessage } from '../core/validation.ts'
import { type Details, PlatformError, type PlatformErrorCode } from './platform-error.ts'

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
  const details = detailsOf(parsed.error.issues, whole)
  const fields = Object.keys(details).join(', ')
  throw new PlatformError(code, `Failed to validate the data sent with the request: ${fields}.`, {
    details,
  })
}

const MAX_FIELDS = 20
/** Field names can come from the caller, so all parts of an error are limited. */
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

/** Unknown fields get an issue each, under their own path. */
function byField(issue: z.core.$ZodIssue) {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys
    .slice(0, MAX_FIELDS)
    .map((key) => ({ path: [...issue.path, key], message: 'is unknown' }))
}

/** Throws if `createdAt` of a user or group, at this path of the request, is in the future. */
export function assertCreated(
  { createdAt }: { createdAt?: number | null | undefined },
  seconds: number,
  path = 'createdAt',
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
): void {
  if ((createdAt ?? 0) <= seconds) return
  const reason = `must not be after ${seconds}, which is now`
  throw new PlatformError(code, `${path} ${reason}.`, { details: { [path]: [reason] } })
}
