interface ClientErrorOptions extends ErrorOptions {
  /** The status of the answer, where there was one. */
  status?: number | undefined
  /** What the platform said besides, such as what is wrong with each field. */
  details?: unknown
  /** How long the platform asked us to wait. */
  retryAfterMs?: number | undefined
}

/**
 * A call to a chat platform that failed. `code` is the platform's own (`ERR_…`, `AUTH_ERR_…`), or
 * one of ours where it has none:
 *
 * - `invalid-request`: what was to be sent is wrong, and was not sent
 * - `unreachable`: no connection, or one that broke
 * - `timed-out`: the time for the call was up
 * - `no-token`: the function that gives the auth token gave none; `cause` is what it threw
 * - `redirected`: another address was named; we never follow, as the key would go along
 * - `unreadable`: an answer that is not what the operation answers
 * - `unanswered`: a record of which the answer says nothing
 * - `status-<number>`: a refusal that says no more
 *
 * The API key or auth token stands in none of its fields, even where the platform repeated it.
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
