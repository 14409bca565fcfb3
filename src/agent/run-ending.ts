import { onAbort } from '../core/abort.ts'
import { AppError } from '../core/error.ts'

/** For a whole run: model, tools and reader. */
const MAX_RUN_MS = 300_000

/** Made once: an error takes long to make, and every run ends. */
const OVER = new DOMException('The run is over.', 'AbortError')

/**
 * All that ends a run before its time, as one signal: the reader who left, the clock that ran out (a
 * TimeoutError) and a service that stops (an AppError). Listens no longer once `end` is called.
 */
export function runEnding(reader: AbortSignal, stopping?: AbortSignal) {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(tookTooLong()), MAX_RUN_MS)
  const stay = onAbort(reader, () => ending.abort(reader.reason))
  const goOn = stopping && onAbort(stopping, () => ending.abort(stopped()))

  return {
    signal: ending.signal,

    /** Aborts what may still be at work; after a good end that is nothing. */
    end(isGood: boolean) {
      clearTimeout(timer)
      stay()
      goOn?.()
      if (!isGood) ending.abort(OVER)
    },
  }
}

function tookTooLong() {
  return new DOMException('The run took too long.', 'TimeoutError')
}

function stopped() {
  return new AppError('unavailable', 'The service is stopping. Ask again in a moment.')
}
