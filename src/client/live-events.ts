import { headerOf, streaming } from './answer-stream.ts'
import type { CallOperation } from './api.ts'
import { connectionLost, unreadableResponse } from './client-error.ts'
import type { LiveEvent } from './event.ts'
import { isEventStream, readEvents, type StreamOptions } from './event-stream.ts'
import type { ClientConfig } from './options.ts'
import { backoffMs, isRetryable } from './send.ts'

export interface EventsOptions extends StreamOptions {
  /** The id of the last event that was handled. The events after it are sent first. */
  lastEventId?: string | undefined
}

interface Reconnection extends Pick<StreamOptions, 'signal'> {
  /** The number of failed connections in a row. */
  failed: number
  /** The delay that the service asks for. */
  delayMs: number | undefined
}

/** The live events of a user's conversations. */
export function liveEvents(
  call: CallOperation,
  { clock, random, onRetry, maxBytes }: ClientConfig,
) {
  async function open(lastEventId: string | undefined, options: StreamOptions) {
    const from = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const params = { header: { ...headerOf(options), ...from } }
    const init = { params, ...streaming(options) }
    const { response } = await call('get', '/v3/events', [init], { retries: 0 })
    if (!isEventStream(response))
      throw unreadableResponse(response.status, 'not a stream of events')
    return response
  }

  /** @throws the error of the connection, if a retry cannot fix it. */
  async function waitToReconnect(error: unknown, { failed, delayMs, signal }: Reconnection) {
    if (signal?.aborted || !isRetryable(error, true)) throw error
    const wait = error.retryAfterMs ?? backoffMs(failed, random(), delayMs)
    onRetry(error, wait)
    await clock.sleep(wait, signal ?? undefined)
  }

  return {
    /**
     * Yields every event once, in order and without end: a lost connection is resumed, with growing
     * delays. It connects when iteration starts; after `ready`, all missed events have been
     * yielded.
     *
     * @throws ClientError for errors that a retry cannot fix, such as a revoked token.
     */
    async *events({ lastEventId, ...options }: EventsOptions = {}): AsyncGenerator<LiveEvent> {
      let delayMs: number | undefined
      const onDelay = (ms: number) => {
        delayMs = ms
      }
      let failed = 0
      for (;;) {
        try {
          const stream = await open(lastEventId, options)
          const limits = { ...options, maxBytes, onDelay }
          for await (const { id, event } of readEvents<LiveEvent>(stream, limits)) {
            lastEventId = id ?? lastEventId
            if (event.type === 'ready') failed = 0
            yield Object.assign(event, { id: lastEventId })
          }
          throw connectionLost()
        } catch (error) {
          failed += 1
          await waitToReconnect(error, { failed, delayMs, signal: options.signal })
        }
      }
    },
  }
}
