import type { Context } from 'hono'
import { onAbort } from '../../core/abort.ts'
import { idleTimer } from '../../core/idle-timer.ts'
import type { Env } from '../../http/env.ts'
import type { ChatLimits } from './chat-deps.ts'
import type { ChatEvent } from './chat-event.ts'

type Limits = Pick<ChatLimits, 'keepAliveMs' | 'stalledMs' | 'aheadBytes'>

interface EventStreamOptions {
  /** Absent if no agent answers. */
  runId?: string
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
  const { signal } = c.req.raw
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: Uint8Array[] = []
  let isPulled = false
  let isClosing = false
  let isWaitingOff = false
  let resume = () => {}
  let sent = 0

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      reader = controller
    },
    pull() {
      isPulled = true
      flush()
    },
    cancel: leave,
  }
  // With no queue in the stream, it pulls only when the client reads.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  // A client that pauses keeps its connection open for ever, and runtimes do not report it.
  const stallTimer = idleTimer(stalledMs, () => {
    if (isPulled) return
    reader?.error(new Error(`the client read nothing for ${stalledMs} ms`))
    leave()
  })
  const heartbeat = setInterval(
    () => waiting.length === 0 && write(': keep-alive\n\n'),
    keepAliveMs,
  )
  // When the client disconnects, Node cancels the stream and workerd aborts the request.
  const stopListening = onAbort(signal, () => queueMicrotask(leave))

  function end() {
    clearInterval(heartbeat)
    stallTimer.stop()
    stopListening()
    reader = undefined
    waiting = []
    resume()
  }

  function leave() {
    if (!reader) return
    end()
    onLeave()
  }

  function write(text: string) {
    if (!reader) return
    const bytes = encoder.encode(text)
    for (let at = 0; at < bytes.length; at += aheadBytes) {
      waiting.push(bytes.subarray(at, at + aheadBytes))
    }
    flush()
  }

  /** Enqueues the next chunk if the client wants one. The stream is closed at its next read. */
  function flush() {
    const chunk = isPulled ? waiting.shift() : undefined
    if (chunk) {
      isPulled = false
      reader?.enqueue(chunk)
      stallTimer.touch()
    } else if (isPulled && isClosing) {
      const open = reader
      end()
      open?.close()
    }
    if (!isBehind()) resume()
  }

  function isBehind() {
    return waiting.reduce((sum, chunk) => sum + chunk.byteLength, 0) >= aheadBytes
  }

  function caughtUp() {
    return new Promise<void>((resolve) => {
      resume = () => {
        resume = () => {}
        resolve()
      }
    })
  }

  stallTimer.touch()
  return {
    response: new Response(body, {
      headers: {
        ...c.env.headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    }),

    async send({ type, ...event }) {
      sent += 1
      if (!reader || isClosing) return
      const data = JSON.stringify({ type, runId, ...event })
      write(`id: ${idPrefix}-${sent}\nevent: ${type}\ndata: ${data}\n\n`)
      if (isBehind() && !isWaitingOff) await caughtUp()
    },

    stopWaiting() {
      isWaitingOff = true
      resume()
    },

    close() {
      isClosing = true
      flush()
    },
  }
}
