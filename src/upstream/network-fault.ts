import { AppError } from '../error.ts'

/** A connection that failed. Its own words stay out of the log: they can quote a header. */
export function networkFault(message: string, error: unknown): AppError {
  const cause = new Error(reason(error))
  return new AppError('upstream-failed', message, { retryable: true, cause })
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
