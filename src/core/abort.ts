/** What waits for a signal, by the signal: it has one listener, however many these are. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls the listener once the signal aborts, or at once where it has. Returns what takes it back.
 *
 * Many may wait for one signal, such as all calls of a caller who has one for all of them. Node takes
 * more than ten listeners of one signal for a leak, and warns of it.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  const listeners = waiting.get(signal) ?? listenTo(signal)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function listenTo(signal: AbortSignal) {
  const listeners = new Set<() => void>()
  waiting.set(signal, listeners)
  const tellAll = () => {
    for (const listener of listeners) listener()
    listeners.clear()
  }
  signal.addEventListener('abort', tellAll, { once: true })
  return listeners
}

/** What a promise comes to, or the signal's reason as soon as it aborts: some work heeds none. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise

  return new Promise((resolve, reject) => {
    const stay = onAbort(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(stay)
  })
}
