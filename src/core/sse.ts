import { jsonText } from './json.ts'

/** Server-sent events must reach the client as they are written. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * A comment, which keeps an idle connection open. To some clients an empty line after it would be an
 * event without data.
 */
export const SSE_KEEP_ALIVE = ': ping\n'

/** A wire of such events. */
export const SSE_WIRE = { headers: SSE_HEADERS, keepAlive: SSE_KEEP_ALIVE }

/** Ends the stream in some protocols. */
export const SSE_DONE = 'data: [DONE]\n\n'

const encoder = new TextEncoder()

/** Events without a name, each with one line of JSON. With CR LF, `@ag-ui/client` 1.0.0 finds no end of an event. */
export function sse(events: readonly unknown[]): string {
  return events.map((event) => `data: ${jsonText(event)}\n\n`).join('')
}

/** The same event, encoded once for all its readers. */
export function encodeEvent(type: string, data: object, id?: string | number): Uint8Array {
  return encoder.encode(namedEvent(type, data, id))
}

/** An event with a name. One without an id does not change the position of its reader. */
export function namedEvent(type: string, data: object, id?: string | number): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: ${type}\ndata: ${jsonText(data)}\n\n`
}
