import type { StreamOptions } from './chat-stream.ts'
import type { PlatformClientError } from './client-error.ts'
import type { LiveEvent } from './event.ts'
import { anEvent, brokeOff, openEvents } from './event-stream.ts'
import { backoffMs, isRetryable, type SendConfig, unreadable } from './send.ts'

export interface EventsOptions extends StreamOptions {
  /** The id of the last event that was handled: what came after it is sent first. */
  lastEventId?: string | undefined
}

/** Where a stream is. */
interface Place {
  lastEventId: string | undefined
  /** How long the platform wants a reader to stay away before it comes back. */
  retryMs: number | undefined
  /** How many connections in a row came to nothing. */
  failed: number
}

const EventSchema = anEvent<LiveEvent>()

/** What happens in a user's conversations, as it happens. */
export function liveEvents(config: SendConfig) {
  const { clock, random, onRetry } = config

  async function connect({ lastEventId: _, ...options }: EventsOptions, place: Place) {
    const { lastEventId } = place
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const call = { ...options, method: 'GET', path: '/v3/events', headers } as const
    const onDelay = (ms: number) => {
      place.retryMs = ms
    }
    const { events, answer } = await openEvents(call, config, { schema: EventSchema, onDelay })
    if (!events) throw unreadable(answer.status, 'no events')
    return events
  }

  /** One connection, up to its end: it comes to why there has to be another. */
  async function* connection(
    options: EventsOptions,
    place: Place,
  ): AsyncGenerator<LiveEvent, PlatformClientError> {
    try {
      for await (const { id, event } of await connect(options, place)) {
        place.lastEventId = id ?? place.lastEventId
        if (event.type === 'ready') place.failed = 0
        yield Object.assign(event, { id: place.lastEventId })
      }
      return brokeOff()
    } catch (error) {
      if (options.signal?.aborted || !isRetryable(error, true)) throw error
      return error
    }
  }

  return {
    /**
     * Every event once and in order, without end: a connection that breaks, ends or falls silent is
     * made again where it left off, later each time it fails. Nothing is listened to before the first
     * event is asked for; `ready` says that all that was missed has come.
     *
     * @throws PlatformClientError what would fail again, such as an unknown user or a revoked token.
     */
    async *events(options: EventsOptions = {}): AsyncGenerator<LiveEvent> {
      const { lastEventId, signal } = options
      const place: Place = { lastEventId, retryMs: undefined, failed: 0 }
      for (;;) {
        const error = yield* connection(options, place)
        place.failed += 1
        const wait = error.retryAfterMs ?? backoffMs(place.failed, random(), place.retryMs)
        onRetry(error, wait)
        await clock.sleep(wait, signal)
      }
    },
  }
}
