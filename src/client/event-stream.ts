import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { onAbort, untilAborted } from '../core/abort.ts'
import { isRecord } from '../core/json.ts'
import { PlatformClientError } from './client-error.ts'
import { type Call, connect, readAnswer, withinTime } from './request.ts'
import { type Answer, responseError } from './response-error.ts'
import { parse, type Schema, valid } from './schema.ts'
import { checkCaller, type SendConfig, unreadable } from './send.ts'

/** The platform says something every 15 seconds. After this long without a word it is gone. */
const HEARTBEAT_TIMEOUT_MS = 45_000

export interface StreamCall extends Call {
  heartbeatTimeoutMs?: number | undefined
}

/** What answers a call: server-sent events, or the document that takes their place. */
export type Opened<Event> =
  | { events: AsyncGenerator<StreamedEvent<Event>>; answer?: undefined }
  | { events?: undefined; answer: Answer }

export interface StreamedEvent<Event> {
  id: string | undefined
  event: Event
}

interface Reading<Event> {
  schema: Schema<Event>
  /** The platform wants nobody back sooner. */
  onDelay?(ms: number): void
}

/**
 * A call that is answered with events, once they begin. `timeoutMs` is for that; later the platform
 * has to say something every `heartbeatTimeoutMs`. The connection ends with the events, and with
 * whoever leaves off reading them.
 */
export async function openEvents<Event>(
  call: StreamCall,
  config: SendConfig,
  reading: Reading<Event>,
): Promise<Opened<Event>> {
  checkCaller(call, config)
  const abort = new AbortController()
  const { signal } = call
  const stay = signal && onAbort(signal, () => abort.abort(signal.reason))
  const accept = 'text/event-stream, application/json'
  const asked = { ...call, headers: { ...call.headers, accept } }
  try {
    return await withinTime(asked, config, async (limited) => {
      onAbort(limited, () => abort.abort(limited.reason))
      const response = await connect(asked, config, abort.signal)
      const { status, headers } = response
      if (status < 400 && headers.get('content-type')?.startsWith('text/event-stream')) {
        return { events: readEvents(response, call, { ...reading, config, abort, stay }) }
      }
      const answer = await readAnswer(response, config)
      if (status >= 400) throw responseError(answer, config.credentials.mask, config.clock.now())
      stay?.()
      return { answer }
    })
  } catch (error) {
    stay?.()
    throw error
  }
}

interface Open<Event> extends Reading<Event> {
  config: SendConfig
  abort: AbortController
  stay: (() => void) | undefined
}

async function* readEvents<Event>(
  response: Response,
  { heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS }: StreamCall,
  { schema, config, abort, stay, onDelay = () => {} }: Open<Event>,
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
  const silent = () => abort.abort(fellSilent())

  try {
    for (;;) {
      const timer = setTimeout(silent, heartbeatTimeoutMs)
      const piece = await untilAborted(reader?.read() ?? ended, abort.signal)
        .catch((): never => {
          abort.signal.throwIfAborted()
          throw brokeOff()
        })
        .finally(() => clearTimeout(timer))
      if (piece.done) return
      parser.feed(decoder.decode(piece.value, { stream: true }))
      if (isTooLarge) throw unreadable(response.status, 'too large an event')
      for (const { id, data } of received.splice(0)) {
        yield { id: id || undefined, event: readEvent(data, schema) }
      }
    }
  } finally {
    stay?.()
    abort.abort()
    reader?.cancel().catch(() => {})
  }
}

const ended = Promise.resolve({ done: true, value: undefined } as const)

function readEvent<Event>(data: string, schema: Schema<Event>): Event {
  const { data: event, issues } = parse(schema, parsedOrNothing(data))
  if (issues) throw unreadable(undefined, 'no event')
  return event
}

/** Of any type: a platform may have more of them than we know. */
export function anEvent<Event>(): Schema<Event> {
  return valid((value) => isRecord(value) && typeof value.type === 'string', 'must be an event')
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function brokeOff(): PlatformClientError {
  return new PlatformClientError('unreachable', 'The platform broke off its answer.')
}

function fellSilent() {
  return new PlatformClientError('timed-out', 'The platform fell silent.')
}
