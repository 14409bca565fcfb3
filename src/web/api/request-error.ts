/** A request that was not answered as it should be. Its message is written for whoever asked. */
export class RequestError extends Error {
  readonly status: number | undefined
  readonly code: string | undefined

  /** `status` is absent when there was no answer at all. */
  constructor(message: string, facts: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause: facts.cause })
    this.name = 'RequestError'
    this.status = facts.status
    this.code = facts.code
  }
}
