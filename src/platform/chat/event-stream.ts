import type { Context } from 'hono'
import type { Door } from '../../route/door.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatLimits } from './chat-limits.ts'

type Limits = Pick<ChatLimits, 'keepAliveMs' | 'stalledMs' | 'aheadBytes'>

interface Opening {
  runId: string
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

/** Server-sent events of one run: `id` tells them apart, `data` holds the event with its run. */
export function openEventStream(
  c: Context<Door>,
  { runId, limits, onLeave }: Opening,
): EventStream {
  const encoder = new TextEncoder()
  const { signal } = c.req.raw
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined
  let goOn = () => {}
  let isHurried = false
  let sent = 0

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      reader = controller
    },
    pull: () => goOn(),
    cancel: leave,
  }
  const size = (piece?: Uint8Array) => piece?.byteLength ?? 0
  const body = new ReadableStream(source, { highWaterMark: limits.aheadBytes, size })
  const silence = setInterval(() => hasRoom() && write(': keep-alive\n\n'), limits.keepAliveMs)
  // Node tells of a reader that left by cancelling the stream, workerd by the request's signal.
  signal.addEventListener('abort', leave)
  if (signal.aborted) queueMicrotask(leave)

  function end() {
    clearInterval(silence)
    signal.removeEventListener('abort', leave)
    reader = undefined
    goOn()
  }

  function leave() {
    if (!reader) return
    end()
    onLeave()
  }

  function write(text: string) {
    reader?.enqueue(encoder.encode(text))
  }

  function hasRoom() {
    return (reader?.desiredSize ?? 0) > 0
  }

  function room() {
    return new Promise<void>((resolve) => {
      const patience = setTimeout(leave, limits.stalledMs)
      goOn = () => {
        clearTimeout(patience)
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
      const data = JSON.stringify({ type, runId, ...event })
      write(`id: ${runId}-${sent}\nevent: ${type}\ndata: ${data}\n\n`)
      if (reader && !hasRoom() && !isHurried) await room()
    },

    hurry() {
      isHurried = true
      goOn()
    },

    close() {
      const open = reader
      if (!open) return
      end()
      open.close()
    },
  }
}
