import { AppError } from '../error.ts'

/** For a whole run: model, tools and reader. */
const MOST_MS = 300_000

/**
 * All that ends a run before its time, as one signal: the reader who left, a clock that ran out (a
 * TimeoutError) and a service that stops (an AppError). Listens no longer once `end` is called.
 */
export function runEnding(reader: AbortSignal, stopping?: AbortSignal) {
  const ending = new AbortController()
  const leave = () => ending.abort(reader.reason)
  const stop = () => ending.abort(stopped())
  const timeOut = () => ending.abort(new DOMException('The run took too long.', 'TimeoutError'))
  const timer = setTimeout(timeOut, MOST_MS)
  if (reader.aborted) leave()
  else reader.addEventListener('abort', leave)
  if (stopping?.aborted) stop()
  else stopping?.addEventListener('abort', stop)

  return {
    signal: ending.signal,
    timeOut,

    /** Aborts what may still be at work; after a good end that is nothing. */
    end() {
      clearTimeout(timer)
      reader.removeEventListener('abort', leave)
      stopping?.removeEventListener('abort', stop)
      ending.abort()
    },
  }
}

function stopped() {
  return new AppError('unavailable', 'The service is stopping. Ask again in a moment.')
}
