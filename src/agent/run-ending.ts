import { onAbort } from '../core/abort.ts'
import { AppError } from '../core/error.ts'

/** For a whole run, whether the model, a tool or the client is slow. */
const MAX_RUN_MS = 300_000

/** Created once: errors are expensive to create, and every run ends. */
const OVER = new DOMException('The run is over.', 'AbortError')

/**
 * Everything that ends a run early, as one signal: the client disconnects, the time is up (a
 * TimeoutError), the service stops (an AppError). `end` must be called when the run is over.
 */
export function runEnding(reader: AbortSignal, stopping?: AbortSignal) {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(tookTooLong()), MAX_RUN_MS)
  const stopListeningToReader = onAbort(reader, () => ending.abort(reader.reason))
  const stopListeningToService = stopping && onAbort(stopping, () => ending.abort(stopped()))

  return {
    signal: ending.signal,

    /** Aborts what may still be running, which is nothing after a finished run. */
    end(isFinished: boolean) {
      clearTimeout(timer)
      stopListeningToReader()
      stopListeningToService?.()
      if (!isFinished) ending.abort(OVER)
    },
  }
}

function tookTooLong() {
  return new DOMException('The run took too long.', 'TimeoutError')
}

function stopped() {
  return new AppError('unavailable', 'The service is stopping. Try again in a moment.')
}
