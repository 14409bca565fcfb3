import type { RunEvent } from '../agent/run-event.ts'
import { textByTurn } from './text-by-turn.ts'

interface RunStream {
  events: AsyncIterator<RunEvent>
  encode(event: RunEvent): string
  headers: Readonly<Record<string, string>>
  /** Called when the reader leaves before the end. */
  onCancel(): void
  /** Called when nothing more will be written: the stream has ended, or its reader has left. */
  onClosed?: (() => void) | undefined
  /** What the wire's readers take for nothing; it is sent in every long silence. */
  keepAlive?: string | undefined
  silenceMs?: number
}

/**
 * The one writer. It pulls, so a slow reader slows the run and a reader that leaves ends it. All
 * that is ready within one turn of the event loop leaves as one piece.
 */
export function streamResponse(stream: RunStream): Response {
  const { events, headers, onCancel, onClosed } = stream
  const encoder = new TextEncoder()
  const pieces = textByTurn(stream)

  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { text, done } = await pieces.next()
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (!done) return
      onClosed?.()
      controller.close()
    },

    async cancel() {
      pieces.stop()
      onClosed?.()
      onCancel()
      await events.return?.()
    },
  }

  // Without a queue of its own the stream asks the run for nothing before a reader asks for it.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  return new Response(body, { headers })
}
