export const SSE_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** A comment, which keeps an idle connection open. */
export const SSE_KEEP_ALIVE = ': ping\n\n'

/** Ends the stream in some protocols. */
export const SSE_DONE = 'data: [DONE]\n\n'

/** Events without a name, each with one line of JSON. */
export function sse(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
