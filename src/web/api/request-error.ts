export const TIMED_OUT = 'The service took too long to answer.'
export const UNREACHABLE = 'The service cannot be reached. Check your connection.'
export const INCOMPLETE = 'The response was cut off. Try again.'

interface RequestErrorOptions {
  status?: number
  code?: string
  details?: Record<string, string>
  /** When it may be tried again. */
  retryAfterMs?: number
  cause?: unknown
}

/** A failed request. Its message is meant for the user. */
export class RequestError extends Error {
  readonly status: number | undefined
  readonly code: string | undefined
  /** Messages about single fields, by their path; empty if the service sent none. */
  readonly details: Readonly<Record<string, string>>
  readonly retryAfterMs: number | undefined

  /** `status` is absent if there was no response. */
  constructor(message: string, options: RequestErrorOptions = {}) {
    const { status, code, details = {}, retryAfterMs, cause } = options
    super(message, { cause })
    this.name = 'RequestError'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}
