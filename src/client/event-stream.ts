import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { untilAborted } from '../core/abort.ts'
import { isRecord, tryParseJson } from '../core/json.ts'
import { connectionLost, unreadableResponse } from './client-error.ts'
import { type CallOptions, withinTime } from './send.ts'

/** The service sends a heartbeat every 15 seconds. */
const HEARTBEAT_TIMEOUT_MS = 45_000

export interface StreamOptions extends CallOptions {
  /** The uid of the user on whose behalf a call with an API key is made. */
  onBehalfOf?: string | undefined
  /** How long the service may send nothing, not even a heartbeat, once its response has started. */
  heartbeatTimeoutMs?: number | undefined
}

interface ReadOptions extends Pick<StreamOptions, 'signal' | 'heartbeatTimeoutMs'> {
  /** Of one event. */
  maxBytes: number
  /** Called with the reconnection delay that the service asks for. */
  onDelay?: (ms: number) => void
}

export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

interface StreamedEvent<Event> {
  id: string | undefined
  event: Event
}

/**
 * The server-sent events of a response. The connection is closed at their end, or when the consumer
 * stops iterating.
 */
export async function* readEvents<Event extends { type: string }>(
  { body, status }: Response,
  { maxBytes, onDelay = () => {}, signal, ...options }: ReadOptions,
): AsyncGenerator<StreamedEvent<Event>> {
  const { heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS } = options
  const decoder = new TextDecoder()
  const received: EventSourceMessage[] = []
  let isTooLarge = false
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent: (event) => received.push(event),
    onRetry: onDelay,
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded'
    },
  })
  const reader = body?.getReader()
  try {
    while (reader) {
      const chunk = await nextChunk(reader, heartbeatTimeoutMs, signal)
      if (chunk.done) return
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      if (isTooLarge) throw unreadableResponse(status, 'an event is too large')
      for (const { id, data } of received.splice(0)) {
        const event = tryParseJson(data)
        if (!isEvent<Event>(event)) throw unreadableResponse(status, 'not an event')
        yield { id: id || undefined, event }
      }
    }
  } finally {
    reader?.cancel().catch(() => {})
  }
}

function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  timeoutMs: number,
  signal: AbortSignal | null | undefined,
) {
  return withinTime(timeoutMs, signal ?? undefined, (limited) =>
    untilAborted(reader.read(), limited).catch(() => {
      throw connectionLost()
    }),
  )
}

/** Whether it is an event of any type: the hosted platform may have others than the local one. */
function isEvent<Event extends { type: string }>(value: unknown): value is Event {
  return isRecord(value) && typeof value.type === 'string'
}
