import type { RunEvent } from '../agent/run-event.ts'
import { batchPerTick } from './batch-per-tick.ts'

interface RunStream {
  events: AsyncIterator<RunEvent>
  encode(event: RunEvent): string
  headers: Readonly<Record<string, string>>
  /** Called when the reader leaves before the end. */
  onCancel(): void
  /** Called when nothing more will be written: the stream has ended, or its reader has left. */
  onClosed?: (() => void) | undefined
  /** Text that clients ignore, sent whenever the stream is idle for long. */
  keepAlive?: string | undefined
  idleMs?: number
}

/**
 * The only writer of streams. It pulls, so that a slow reader slows the run down, and a reader that
 * disconnects ends it. Events that are ready in the same turn of the event loop are sent as one chunk.
 *
 * A run that is over within its first turn is sent whole, because a stream costs as much as a run.
 */
export async function streamResponse(stream: RunStream): Promise<Response> {
  const { events, headers, onCancel, onClosed } = stream
  const pieces = batchPerTick(stream)

  async function next() {
    let done = true
    try {
      const piece = await pieces.next()
      done = piece.done
      return piece
    } finally {
      if (done) onClosed?.()
    }
  }

  const first = await next()
  if (first.done) return new Response(first.text, { headers })

  const encoder = new TextEncoder()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => controller.enqueue(encoder.encode(first.text)),

    async pull(controller) {
      const { text, done } = await next()
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },

    async cancel() {
      pieces.stop()
      onClosed?.()
      onCancel()
      await events.return?.()
    },
  }

  // Without a queue, the stream pulls nothing before its reader does.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  return new Response(body, { headers })
}
