interface ClientErrorOptions extends ErrorOptions {
  /** The status of the response, if there was one. */
  status?: number | undefined
  /** Details from the platform, such as what is wrong with each field. */
  details?: unknown
  /** How long the platform asks to wait before a retry. */
  retryAfterMs?: number | undefined
}

/**
 * A call to a chat platform that failed. `code` is that of the platform (`ERR_…`, `AUTH_ERR_…`) or,
 * if it sent none, one of these:
 *
 * - `invalid-request`: the input is invalid and was not sent
 * - `unreachable`: there is no connection, or it was lost
 * - `timed-out`: the call took too long
 * - `no-token`: the function for the auth token returned none; `cause` is what it threw
 * - `redirected`: the platform redirected, which is not followed, as the key would be sent along
 * - `unreadable`: the response is not one of this operation
 * - `unanswered`: the response does not mention the record
 * - `status-<number>`: an error without a code
 *
 * No field contains the API key or auth token, even if the platform repeated it.
 */
export class PlatformClientError extends Error {
  override readonly name = 'PlatformClientError'
  readonly code: string
  readonly status: number | undefined
  readonly details: unknown
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, options: ClientErrorOptions = {}) {
    const { status, details, retryAfterMs, ...rest } = options
    super(message, rest)
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

export function invalidInput(field: string, message: string): PlatformClientError {
  const details = [{ field, message }]
  return new PlatformClientError('invalid-request', `${field}: ${message}`, { details })
}

export function unreadable(status: number | undefined, reason: string): PlatformClientError {
  const message = 'Unexpected response from the platform. Check baseUrl.'
  return new PlatformClientError('unreadable', message, { status, cause: new Error(reason) })
}

export function connectionLost(): PlatformClientError {
  return new PlatformClientError('unreachable', 'The connection to the platform was lost.')
}
