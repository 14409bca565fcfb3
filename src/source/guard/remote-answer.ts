import { AppError, type ErrorCode } from '../../error.ts'
import type { Reading } from '../source.ts'

/** An answer or a failure as plain data: an error that goes to another isolate loses its class. */
export type RemoteAnswer = { reading: Reading } | { failure: RemoteFailure }

interface RemoteFailure {
  code: ErrorCode
  message: string
  retryable: boolean
  retryAfterMs: number | undefined
  cause: string | undefined
}

/** What we did not foresee stays an exception. */
export async function toRemoteAnswer(answer: Promise<Reading>): Promise<RemoteAnswer> {
  try {
    return { reading: await answer }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, retryable, retryAfterMs } = error
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    return { failure: { code, message, retryable, retryAfterMs, cause } }
  }
}

export function fromRemoteAnswer(answer: RemoteAnswer): Reading {
  if ('reading' in answer) return answer.reading
  const { code, message, retryable, retryAfterMs, cause } = answer.failure
  throw new AppError(code, message, {
    retryable,
    retryAfterMs,
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
}
