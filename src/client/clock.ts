import { onAbort } from '../core/abort.ts'

/** Time as the client has it; a test brings its own. */
export interface Clock {
  now(): Date
  /** Throws the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),

  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(() => {
        stay?.()
        resolve()
      }, ms)
      const stay =
        signal &&
        onAbort(signal, () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
    }),
}

/** Aborts with the first of them that does. */
export function either(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
