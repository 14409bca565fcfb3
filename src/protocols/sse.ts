/** How server-sent events are answered, and what keeps a silent stream of them open. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

export const SSE_KEEP_ALIVE = ': ping\n\n'

/** The word after the last event, where a protocol has one. */
export const SSE_DONE = 'data: [DONE]\n\n'

/** Events without names, each a line of JSON. */
export function sse(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
