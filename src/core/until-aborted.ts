import { onAbort } from './on-abort.ts'

/** What a promise comes to, or the signal's reason as soon as it aborts: some work heeds none. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise

  return new Promise((resolve, reject) => {
    const stay = onAbort(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(stay)
  })
}
