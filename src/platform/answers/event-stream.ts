import type { Context } from 'hono'
import { namedEvent, SSE_HEADERS } from '../../core/sse.ts'
import { createStreamWriter } from '../../core/stream-writer.ts'
import type { Env } from '../../http/env.ts'
import type { ChatLimits } from './chat-deps.ts'
import { type ChatEvent, toApiEvent } from './chat-event.ts'

const KEEP_ALIVE = ': keep-alive\n\n'

type Limits = Pick<ChatLimits, 'keepAliveMs' | 'stalledMs' | 'aheadBytes'>

interface EventStreamOptions {
  /** Absent if no agent answers. */
  runId: string | undefined
  /** Starts the ids of the events, which must be unique across streams. */
  idPrefix: string
  limits: Limits
  /** Called once, when the client has disconnected or stalled. */
  onLeave(): void
}

export interface EventStream {
  readonly response: Response
  /** Waits while the client is behind; does nothing once it has left. */
  send(event: ChatEvent): Promise<void>
  /** From now on `send` does not wait for the client. */
  stopWaiting(): void
  close(): void
}

/**
 * Server-sent events about one message, each with an `id`; `data` is the event with its `runId`.
 *
 * Chunks have `aheadBytes` at most, so that every read shows that the client is alive. If it reads
 * nothing for too long, its response ends with an error, and the run continues.
 */
export function openEventStream(
  c: Context<Env>,
  { runId, idPrefix, limits, onLeave }: EventStreamOptions,
): EventStream {
  const { aheadBytes, stalledMs, keepAliveMs } = limits
  const encoder = new TextEncoder()
  // A client that pauses keeps its connection open for ever, and runtimes do not report it.
  const heartbeat = setInterval(
    () => writer.beat(KEEP_ALIVE, stalledMs),
    Math.min(keepAliveMs, stalledMs),
  )
  const writer = createStreamWriter({
    signal: c.req.raw.signal,
    onLeave,
    onEnd() {
      clearInterval(heartbeat)
      stopWaiting()
      c.var.onStreamEnd?.()
    },
  })
  let stopWaiting = () => {}
  const waitingOff = new Promise<void>((resolve) => {
    stopWaiting = resolve
  })
  let isWaitingOff = false
  let sent = 0

  return {
    response: new Response(writer.body, { headers: { ...c.get('headers'), ...SSE_HEADERS } }),

    async send(event) {
      sent += 1
      const { type, ...fields } = toApiEvent(event)
      const bytes = encoder.encode(
        namedEvent(type, { type, runId, ...fields }, `${idPrefix}-${sent}`),
      )
      for (let at = 0; at < bytes.length; at += aheadBytes) {
        writer.write(bytes.subarray(at, at + aheadBytes))
      }
      if (writer.bytesWaiting() >= aheadBytes && !isWaitingOff) {
        await Promise.race([writer.wanted(), waitingOff])
      }
    },

    stopWaiting() {
      isWaitingOff = true
      stopWaiting()
    },

    close: () => writer.close(),
  }
}
