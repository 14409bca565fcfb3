import type { StreamOptions } from './chat-stream.ts'
import type { PlatformClientError } from './client-error.ts'
import type { LiveEvent } from './event.ts'
import { anEvent, connectionLost, openEvents } from './event-stream.ts'
import { backoffMs, isRetryable, type SendConfig, unreadable } from './send.ts'

export interface EventsOptions extends StreamOptions {
  /** The id of the last event that was handled. The events after it are sent first. */
  lastEventId?: string | undefined
}

/** The position of a stream, across connections. */
interface Position {
  lastEventId: string | undefined
  /** The reconnection delay that the platform asks for. */
  retryMs: number | undefined
  /** The number of failed connections in a row. */
  failed: number
}

const EventSchema = anEvent<LiveEvent>()

/** The live events of a user's conversations. */
export function liveEvents(config: SendConfig) {
  const { clock, random, onRetry } = config

  async function connect({ lastEventId: _, ...options }: EventsOptions, position: Position) {
    const { lastEventId } = position
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const call = { ...options, method: 'GET', path: '/v3/events', headers } as const
    const onDelay = (ms: number) => {
      position.retryMs = ms
    }
    const { events, answer } = await openEvents(call, config, { schema: EventSchema, onDelay })
    if (!events) throw unreadable(answer.status, 'not a stream of events')
    return events
  }

  /** One connection. Returns the error that makes another one necessary. */
  async function* connection(
    options: EventsOptions,
    position: Position,
  ): AsyncGenerator<LiveEvent, PlatformClientError> {
    try {
      for await (const { id, event } of await connect(options, position)) {
        position.lastEventId = id ?? position.lastEventId
        if (event.type === 'ready') position.failed = 0
        yield Object.assign(event, { id: position.lastEventId })
      }
      return connectionLost()
    } catch (error) {
      if (options.signal?.aborted || !isRetryable(error, true)) throw error
      return error
    }
  }

  return {
    /**
     * Yields every event once, in order and without end: a lost connection is resumed, with growing
     * delays. It connects when iteration starts; after `ready`, all missed events have been
     * yielded.
     *
     * @throws PlatformClientError for errors that a retry cannot fix, such as a revoked token.
     */
    async *events(options: EventsOptions = {}): AsyncGenerator<LiveEvent> {
      const { lastEventId, signal } = options
      const position: Position = { lastEventId, retryMs: undefined, failed: 0 }
      for (;;) {
        const error = yield* connection(options, position)
        position.failed += 1
        const wait = error.retryAfterMs ?? backoffMs(position.failed, random(), position.retryMs)
        onRetry(error, wait)
        await clock.sleep(wait, signal)
      }
    },
  }
}
