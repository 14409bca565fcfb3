/** The listeners of each signal, which itself has only one. */
const listenersBySignal = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls the listener when the signal aborts, or at once if it has aborted already. Returns a
 * function that removes the listener.
 *
 * All calls of one caller may share a signal. Node warns of a leak when a signal has more than ten
 * listeners, so one listener calls all of them.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  const listeners = listenersBySignal.get(signal) ?? listenTo(signal)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function listenTo(signal: AbortSignal) {
  const listeners = new Set<() => void>()
  listenersBySignal.set(signal, listeners)
  const callAll = () => {
    for (const listener of listeners) listener()
    listeners.clear()
  }
  signal.addEventListener('abort', callAll, { once: true })
  return listeners
}

/** The promise, rejected with the signal's reason as soon as that aborts: for work that ignores it. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise

  return new Promise((resolve, reject) => {
    const unsubscribe = onAbort(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(unsubscribe)
  })
}
