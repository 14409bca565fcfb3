import { AppError } from '../error.ts'
import { onAbort } from '../on-abort.ts'

interface TimeoutOptions {
  upstream: string
  timeoutMs: number
  /** The caller's own patience. Its reason is thrown as it is. */
  signal?: AbortSignal | undefined
}

/**
 * Gives some work a signal that ends it when its time is up, when the caller leaves, and when it
 * fails: whatever went wrong, the socket is closed.
 */
export async function withTimeout<T>(
  { upstream, timeoutMs, signal }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(timeoutError(upstream)), timeoutMs)
  const stay = signal && onAbort(signal, () => limit.abort(signal.reason))

  try {
    return await work(limit.signal)
  } catch (error) {
    // What ended the work, and not what that looked like from within.
    limit.signal.throwIfAborted()
    limit.abort()
    throw error
  } finally {
    clearTimeout(timer)
    stay?.()
  }
}

function timeoutError(upstream: string) {
  return new AppError('upstream-timeout', `${upstream} took too long to answer.`)
}
