import { AppError } from '../../src/core/error.ts'

/** The facts of a call that had to fail, and all that a log would say of it. */
export async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error(`not a failure we know: ${error}`)
  const { code, message, retryable, retryAfterMs, cause } = error
  const logged = cause instanceof Error ? cause.message : undefined
  return { code, message, retryable, retryAfterMs, logged }
}
