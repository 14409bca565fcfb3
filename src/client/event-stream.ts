import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { onAbort, untilAborted } from '../core/abort.ts'
import { isRecord, tryParseJson } from '../core/json.ts'
import { PlatformClientError } from './client-error.ts'
import { type Call, connect, readAnswer, withinTime } from './request.ts'
import { type Answer, responseError } from './response-error.ts'
import { parse, type Schema, valid } from './schema.ts'
import { checkCaller, type SendConfig, unreadable } from './send.ts'

/** The platform sends a heartbeat every 15 seconds. */
const HEARTBEAT_TIMEOUT_MS = 45_000

export interface StreamCall extends Call {
  heartbeatTimeoutMs?: number | undefined
}

/** The response to a call: server-sent events, or a document instead. */
export type Opened<Event> =
  | { events: AsyncGenerator<StreamedEvent<Event>>; answer?: undefined }
  | { events?: undefined; answer: Answer }

export interface StreamedEvent<Event> {
  id: string | undefined
  event: Event
}

interface Reading<Event> {
  schema: Schema<Event>
  /** Called with the reconnection delay that the platform asks for. */
  onDelay?(ms: number): void
}

/**
 * Makes a call and resolves when its events start, within `timeoutMs`. From then on, the platform
 * has to send something every `heartbeatTimeoutMs`. The connection is closed at the end of the
 * events, or when the consumer stops iterating.
 */
export async function openEvents<Event>(
  call: StreamCall,
  config: SendConfig,
  reading: Reading<Event>,
): Promise<Opened<Event>> {
  checkCaller(call, config)
  const abort = new AbortController()
  const { signal } = call
  const stopListening = signal && onAbort(signal, () => abort.abort(signal.reason))
  const accept = 'text/event-stream, application/json'
  const streamCall = { ...call, headers: { ...call.headers, accept } }
  try {
    return await withinTime(streamCall, config, async (limited) => {
      onAbort(limited, () => abort.abort(limited.reason))
      const response = await connect(streamCall, config, abort.signal)
      const { status, headers } = response
      if (status < 400 && headers.get('content-type')?.startsWith('text/event-stream')) {
        return { events: readEvents(response, call, { ...reading, config, abort, stopListening }) }
      }
      const answer = await readAnswer(response, config)
      if (status >= 400) throw responseError(answer, config.credentials.mask, config.clock.now())
      stopListening?.()
      return { answer }
    })
  } catch (error) {
    stopListening?.()
    throw error
  }
}

interface Open<Event> extends Reading<Event> {
  config: SendConfig
  abort: AbortController
  stopListening: (() => void) | undefined
}

async function* readEvents<Event>(
  response: Response,
  { heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS }: StreamCall,
  { schema, config, abort, stopListening, onDelay = () => {} }: Open<Event>,
): AsyncGenerator<StreamedEvent<Event>> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const received: EventSourceMessage[] = []
  let isTooLarge = false
  const parser = createParser({
    maxBufferSize: config.maxBytes,
    onEvent: (event) => received.push(event),
    onRetry: onDelay,
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded'
    },
  })
  const onTimeout = () => abort.abort(heartbeatMissed())

  try {
    for (;;) {
      const timer = setTimeout(onTimeout, heartbeatTimeoutMs)
      const chunk = await untilAborted(reader?.read() ?? ended, abort.signal)
        .catch((): never => {
          abort.signal.throwIfAborted()
          throw connectionLost()
        })
        .finally(() => clearTimeout(timer))
      if (chunk.done) return
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      if (isTooLarge) throw unreadable(response.status, 'an event is too large')
      for (const { id, data } of received.splice(0)) {
        yield { id: id || undefined, event: readEvent(data, schema) }
      }
    }
  } finally {
    stopListening?.()
    abort.abort()
    reader?.cancel().catch(() => {})
  }
}

const ended = Promise.resolve({ done: true, value: undefined } as const)

function readEvent<Event>(data: string, schema: Schema<Event>): Event {
  const { data: event, issues } = parse(schema, tryParseJson(data))
  if (issues) throw unreadable(undefined, 'not an event')
  return event
}

/** An event of any type: the hosted platform may have others than the local one. */
export function anEvent<Event>(): Schema<Event> {
  return valid((value) => isRecord(value) && typeof value.type === 'string', 'must be an event')
}

export function connectionLost(): PlatformClientError {
  return new PlatformClientError('unreachable', 'The connection to the platform was lost.')
}

function heartbeatMissed() {
  return new PlatformClientError('timed-out', 'The platform stopped sending heartbeats.')
}
