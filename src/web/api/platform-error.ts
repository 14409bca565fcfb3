import { ClientError } from '../../client/client-error.ts'
import { INCOMPLETE, RequestError, TIMED_OUT, UNREACHABLE } from './request-error.ts'

/** Messages for failures of the client that have no response, by its error code. */
const NETWORK_ERRORS: ReadonlyMap<string, string> = new Map([
  ['unreachable', UNREACHABLE],
  ['timed-out', TIMED_OUT],
  ['unreadable', INCOMPLETE],
])

/** Turns an error of the typed client into a `RequestError`. Any other error is returned as it is. */
export function platformError(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error
  const { status, code, details, cause } = error
  if (code === 'no-token' && cause instanceof RequestError) return cause
  return new RequestError(NETWORK_ERRORS.get(code) ?? error.message, {
    code,
    details: fieldIssues(details),
    cause: error,
    ...(status !== undefined && { status }),
  })
}

/** Messages by field. The service sends an object of lists; the client's own checks are a list. */
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
