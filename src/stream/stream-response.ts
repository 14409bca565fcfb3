import type { RunEvent } from '../agent/run-event.ts'
import { batchByTurn } from './batch-by-turn.ts'

interface RunStream {
  events: AsyncIterator<RunEvent>
  encode(event: RunEvent): string
  headers: Readonly<Record<string, string>>
  /** Called when the reader leaves before the end. */
  onCancel(): void
}

/**
 * The one writer. It pulls, so a slow reader slows the run and a reader that leaves ends it. All
 * that is ready within one turn of the event loop leaves as one piece.
 */
export function streamResponse({ events, encode, headers, onCancel }: RunStream): Response {
  const encoder = new TextEncoder()
  const nextBatch = batchByTurn(events)

  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      let text = ''
      let over = false
      while (text === '' && !over) {
        const { items, done } = await nextBatch()
        text = items.map(encode).join('')
        over = done
      }
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (over) controller.close()
    },

    async cancel() {
      onCancel()
      await events.return?.()
    },
  }

  // Without a queue of its own the stream asks the run for nothing before a reader asks for it.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  return new Response(body, { headers })
}
