import type { Context } from 'hono'
import { untilAborted } from '../../core/abort.ts'
import { namedEvent, SSE_HEADERS, SSE_KEEP_ALIVE } from '../../core/sse.ts'
import { createStreamWriter } from '../../core/stream-writer.ts'
import type { Env } from '../../http/env.ts'
import type { EmittedEvent } from './chat-event.ts'
import type { ChatLimits } from './chat-limits.ts'

interface EventStreamOptions extends Pick<ChatLimits, 'keepAliveMs' | 'stalledMs' | 'aheadBytes'> {
  /** Absent if no agent answers. */
  runId: string | undefined
  /** Starts the ids of the events, which must be unique across streams. */
  idPrefix: string
  /** Once it aborts, nothing waits for the client. */
  stopping: AbortSignal
  /** Called once, when the client has disconnected or stalled. */
  onLeave(): void
}

export interface EventStream {
  readonly response: Response
  /** Waits while the client is behind; does nothing once it has left. */
  send(event: EmittedEvent): Promise<void>
  close(): void
}

/**
 * Server-sent events about one message, each with an `id`; `data` is the event with its `runId`.
 *
 * Chunks have `aheadBytes` at most, so that every read shows that the client is alive. If it reads
 * nothing for too long, its response ends with an error, and the run continues.
 */
export function openEventStream(c: Context<Env>, options: EventStreamOptions): EventStream {
  const { runId, idPrefix, stopping, aheadBytes, stalledMs, keepAliveMs, onLeave } = options
  const encoder = new TextEncoder()
  // A client that pauses keeps its connection open for ever, and runtimes do not report it.
  const heartbeat = setInterval(
    () => writer.beat(SSE_KEEP_ALIVE, stalledMs),
    Math.min(keepAliveMs, stalledMs),
  )
  const writer = createStreamWriter({
    signal: c.req.raw.signal,
    onLeave,
    onEnd() {
      clearInterval(heartbeat)
      c.var.onStreamEnd?.()
    },
  })
  let sent = 0

  return {
    response: new Response(writer.body, { headers: { ...c.get('headers'), ...SSE_HEADERS } }),

    async send({ type, ...fields }) {
      sent += 1
      const text = namedEvent(type, { type, runId, ...fields }, `${idPrefix}-${sent}`)
      const bytes = encoder.encode(text)
      for (let at = 0; at < bytes.length; at += aheadBytes) {
        writer.write(bytes.subarray(at, at + aheadBytes))
      }
      if (writer.bytesWaiting() < aheadBytes || stopping.aborted) return
      await untilAborted(writer.drained(), stopping).catch(() => {})
    },

    close: () => writer.close(),
  }
}
