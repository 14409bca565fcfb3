/**
 * Reads a stream item by item, to `undefined`. An abort is its end as well, at once and also where
 * what makes the stream heeds no signal; the stream is cancelled then.
 */
export function readingUntil<Item>(stream: ReadableStream<Item>, signal: AbortSignal) {
  const reader = stream.getReader()

  function leave() {
    reader.cancel(signal.reason).catch(() => {})
  }

  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })

  return async function read(): Promise<Item | undefined> {
    const { done, value } = await reader.read()
    if (done) signal.removeEventListener('abort', leave)
    return value
  }
}
