import { AppError } from '../error.ts'
import { onAbort } from '../on-abort.ts'
import { silenceLimit } from './silence-limit.ts'

/** For a whole run: model, tools and reader. */
const MOST_MS = 300_000

/** Until the first piece of an answer, and between two. A reader that stalls counts as well. */
const MOST_SILENCE_MS = 60_000

/**
 * All that ends a run before its time, as one signal: the reader who left, a clock that ran out (a
 * TimeoutError) and a service that stops (an AppError). Listens no longer once `end` is called.
 */
export function runEnding(reader: AbortSignal, stopping?: AbortSignal) {
  const ending = new AbortController()
  const timeOut = () => ending.abort(new DOMException('The run took too long.', 'TimeoutError'))
  const timer = setTimeout(timeOut, MOST_MS)
  const silence = silenceLimit(MOST_SILENCE_MS, timeOut)
  const stay = onAbort(reader, () => ending.abort(reader.reason))
  const goOn = stopping && onAbort(stopping, () => ending.abort(stopped()))

  return {
    signal: ending.signal,
    silence,

    /** Aborts what may still be at work; after a good end that is nothing. */
    end() {
      clearTimeout(timer)
      silence.end()
      stay()
      goOn?.()
      ending.abort()
    },
  }
}

function stopped() {
  return new AppError('unavailable', 'The service is stopping. Ask again in a moment.')
}
