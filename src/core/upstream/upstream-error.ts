import { AppError } from '../error.ts'

/** A failed connection. The original message stays out of the log: it can quote a header. */
export function networkError(message: string, error: unknown): AppError {
  const cause = new Error(reasonOf(error))
  return new AppError('upstream-failed', message, { retryable: true, cause })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}

/** A complete answer that is not valid. The reason is for the log and quotes nothing of it. */
export function unreadableAnswer(upstream: string, reason: string): AppError {
  const message = `${upstream} sent an answer that cannot be read.`
  return new AppError('upstream-failed', message, { cause: new Error(reason) })
}

export function rateLimited(upstream: string, retryAfterMs: number | undefined, cause: Error) {
  const message = `${upstream} is rate limiting this service.`
  return new AppError('upstream-unavailable', message, { cause, retryAfterMs })
}

export function invalidCredentials(upstream: string, cause: Error) {
  return new AppError('upstream-failed', `${upstream} rejected our credentials.`, { cause })
}
