interface ClientErrorOptions extends ErrorOptions {
  /** The status of the response, if there was one. */
  status?: number | undefined
  /** What the service adds, such as what is wrong with each field. */
  details?: unknown
  /** How long the service asks to wait before a retry. */
  retryAfterMs?: number | undefined
}

/**
 * A call that failed. `code` is that of the service (`invalid-request`, `ERR_…`, `AUTH_ERR_…`) or, if
 * it sent none, one of these:
 *
 * - `invalid-request`: the input is invalid and was not sent
 * - `unreachable`: there is no connection, or it was lost
 * - `timed-out`: the call took too long
 * - `no-token`: the function for the token returned none; `cause` is what it threw
 * - `redirected`: the service redirected, which is not followed, as the key would be sent along
 * - `unreadable`: the response is not one of this operation
 * - `unanswered`: the response does not mention the record
 * - `status-<number>`: an error without a code
 *
 * No field contains a key or token, even if the service repeated it.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError'
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

export function invalidInput(field: string, message: string): ClientError {
  const details = [{ field, message }]
  return new ClientError('invalid-request', `${field}: ${message}`, { details })
}

export function unreadableResponse(status: number | undefined, reason: string): ClientError {
  const message = 'Unexpected response from the service. Check its address.'
  return new ClientError('unreadable', message, { status, cause: new Error(reason) })
}

export function connectionLost(): ClientError {
  return new ClientError('unreachable', 'The connection to the service was lost.')
}
