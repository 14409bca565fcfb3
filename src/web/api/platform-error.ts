import { PlatformClientError } from '../../client/client-error.ts'
import { BROKEN_OFF, RequestError, TOO_LATE, UNREACHABLE } from './request-error.ts'

const NO_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['unreachable', UNREACHABLE],
  ['timed-out', TOO_LATE],
  ['unreadable', BROKEN_OFF],
])

/** A failure of the typed client, as the page shows failures. What is none stays as it is. */
export function platformError(error: unknown): unknown {
  if (!(error instanceof PlatformClientError)) return error
  const { status, code, details, cause } = error
  if (code === 'no-token' && cause instanceof RequestError) return cause
  return new RequestError(NO_ANSWERS.get(code) ?? error.message, {
    code,
    details: fieldIssues(details),
    cause: error,
    ...(status !== undefined && { status }),
  })
}

/** By field: the service has an object of lists, the client a list of its own checks. */
export function fieldIssues(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {}
  if (Array.isArray(details)) {
    const issues = details.filter(({ field, message }) => field && message)
    return Object.fromEntries(issues.map(({ field, message }) => [field, message]))
  }
  return Object.fromEntries(
    Object.entries(details).map(([field, messages]) => [field, [messages].flat().join('; ')]),
  )
}
