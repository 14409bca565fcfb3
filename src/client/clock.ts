import { onAbort } from '../core/abort.ts'

/** The clock of the client, which tests replace. */
export interface ServerClock {
  now(): Date
  /** Rejects with the reason of the signal as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: ServerClock = {
  now: () => new Date(),

  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(() => {
        stopListening?.()
        resolve()
      }, ms)
      const stopListening =
        signal &&
        onAbort(signal, () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
    }),
}

/** Aborts when one of the signals does. */
export function either(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
