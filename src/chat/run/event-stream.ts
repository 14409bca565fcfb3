import type { Context } from 'hono'
import { onAbort } from '../../core/abort.ts'
import type { Env } from '../../http/env.ts'
import type { ChatLimits } from './chat-deps.ts'
import type { ChatEvent } from './chat-event.ts'
import { stallWatchdog } from './stall-watchdog.ts'

type Limits = Pick<ChatLimits, 'keepAliveMs' | 'stalledMs' | 'aheadBytes'>

interface Opening {
  /** Absent where no agent answers. */
  runId?: string
  /** What begins the ids of the events: no two streams may have events of one id. */
  idPrefix: string
  limits: Limits
  /** Called once, when nobody reads any more. */
  onLeave(): void
}

export interface EventStream {
  readonly response: Response
  /** Waits while the reader is behind; does nothing once it is gone. */
  send(event: ChatEvent): Promise<void>
  /** From now on nothing waits for the reader. */
  hurry(): void
  close(): void
}

/**
 * Server-sent events about one message: `id` tells them apart, `data` holds the event with its run.
 *
 * A reader gets as much at a time as it may be behind, so that a read shows that it is alive. One
 * that takes nothing for too long counts as gone: its response ends with an error, the run goes on.
 */
export function openEventStream(
  c: Context<Env>,
  { runId, idPrefix, limits, onLeave }: Opening,
): EventStream {
  const { aheadBytes, stalledMs, keepAliveMs } = limits
  const encoder = new TextEncoder()
  const { signal } = c.req.raw
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: Uint8Array[] = []
  let isAwaited = false
  let isClosing = false
  let isHurried = false
  let goOn = () => {}
  let sent = 0

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      reader = controller
    },
    pull() {
      watchdog.reset()
      isAwaited = true
      pass()
    },
    cancel: leave,
  }
  // Without a queue of its own the stream asks for more only when its reader does.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const watchdog = stallWatchdog(stalledMs, () => {
    reader?.error(new Error(`the reader took nothing for ${stalledMs} ms`))
    leave()
  })
  const silence = setInterval(() => waiting.length === 0 && write(': keep-alive\n\n'), keepAliveMs)
  // A reader that left shows on Node as a cancelled stream, in workerd as an aborted request.
  const stay = onAbort(signal, () => queueMicrotask(leave))

  function end() {
    clearInterval(silence)
    watchdog.reset()
    stay()
    reader = undefined
    waiting = []
    goOn()
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
    pass()
  }

  /** Hands on what waits, where it is awaited. The end comes once the reader asks for it. */
  function pass() {
    const piece = isAwaited ? waiting.shift() : undefined
    if (piece) {
      isAwaited = false
      reader?.enqueue(piece)
    } else if (isAwaited && isClosing) {
      const open = reader
      end()
      open?.close()
    }
    if (reader && !isAwaited) watchdog.wait()
    if (!isBehind()) goOn()
  }

  function isBehind() {
    return waiting.reduce((sum, piece) => sum + piece.byteLength, 0) >= aheadBytes
  }

  function room() {
    return new Promise<void>((resolve) => {
      goOn = () => {
        goOn = () => {}
        resolve()
      }
    })
  }

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
      if (isBehind() && !isHurried) await room()
    },

    hurry() {
      isHurried = true
      goOn()
    },

    close() {
      isClosing = true
      pass()
    },
  }
}
