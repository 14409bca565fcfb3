export const TOO_LATE = 'The service took too long to answer.'
export const UNREACHABLE = 'The service cannot be reached. Check your connection.'
export const BROKEN_OFF = 'The answer of the service broke off. Try again.'

interface RequestFacts {
  status?: number
  code?: string
  details?: Record<string, string>
  cause?: unknown
}

/** A request that was not answered as it should be. Its message is written for whoever asked. */
export class RequestError extends Error {
  readonly status: number | undefined
  readonly code: string | undefined
  /** What is wrong with which field, where the service said so. */
  readonly details: Readonly<Record<string, string>>

  /** `status` is absent when there was no answer at all. */
  constructor(message: string, facts: RequestFacts = {}) {
    super(message, { cause: facts.cause })
    this.name = 'RequestError'
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details ?? {}
  }
}
