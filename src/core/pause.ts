import { onAbort } from './abort.ts'

/** A pause that `end` cuts short, even before it begins. */
export function createPause() {
  let isEnded = false
  let resume = () => {}
  return {
    async wait(ms: number) {
      if (!isEnded) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isEnded = false
      resume = () => {}
    },

    end() {
      isEnded = true
      resume()
    },
  }
}

const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

/** Paces a polling loop: yields at once, then after growing pauses, until the signal aborts. */
export async function* pauses(signal: AbortSignal): AsyncGenerator<undefined> {
  const pause = createPause()
  const stopListening = onAbort(signal, pause.end)
  try {
    for (let ms = FIRST_PAUSE_MS; !signal.aborted; ms = Math.min(ms * 1.5, MAX_PAUSE_MS)) {
      yield
      await pause.wait(ms)
    }
  } finally {
    stopListening()
  }
}
