import { onAbort } from '../abort.ts'
import { AppError } from '../error.ts'

interface TimeoutOptions {
  upstream: string
  timeoutMs: number
  /** The caller's signal. Its reason is thrown unchanged. */
  signal?: AbortSignal | undefined
}

/**
 * Runs work with a signal that aborts on timeout, when the caller aborts, and when the work fails,
 * so that the socket is closed in each case.
 */
export async function withTimeout<T>(
  { upstream, timeoutMs, signal }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limited = new AbortController()
  const timer = setTimeout(() => {
    limited.abort(new AppError('upstream-timeout', `${upstream} took too long to answer.`))
  }, timeoutMs)
  const unsubscribe = signal && onAbort(signal, () => limited.abort(signal.reason))

  try {
    return await work(limited.signal)
  } catch (error) {
    // Throws the reason of the abort, not the error it caused inside.
    limited.signal.throwIfAborted()
    limited.abort()
    throw error
  } finally {
    clearTimeout(timer)
    unsubscribe?.()
  }
}
