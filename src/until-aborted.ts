/** What a promise comes to, or the signal's reason as soon as it aborts: some work heeds none. */
export function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise

  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    const stay = () => signal.removeEventListener('abort', leave)
    promise.then(resolve, reject).finally(stay)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
  })
}
