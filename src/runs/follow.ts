import { onAbort } from '../core/abort.ts'
import { createPause } from '../core/pause.ts'

/** Between two questions for events of another process, which may not be able to wake this one. */
const POLL_MS = 1_000

/**
 * The number of the first event of those that end a run which broke off. It is after any other: a
 * reader may have had events that its process could no longer store.
 */
export const FIRST_OF_ENDING = 1_000_000_000_000

/** The events of a run, where they can be read. */
interface RunEvents {
  /**
   * The next events after the one with this number and, once there will be no others, those that end a
   * run which broke off, or none.
   */
  next(
    after: number,
  ): Promise<{ events: readonly string[]; ending?: readonly string[] | undefined }>
  /** Calls the listener when there may be more, until the returned function is called. */
  onChange(listener: () => void): () => void
}

export interface NumberedEvent {
  number: number
  event: string
}

/** Reads the events after the one with this number, until the end or until the signal aborts. */
export async function* follow(
  { next, onChange }: RunEvents,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  const pause = createPause()
  const stops = [onChange(pause.end), onAbort(signal, pause.end)]
  let number = after
  try {
    while (!signal.aborted) {
      const { events, ending } = await next(number)
      for (const event of events) {
        number += 1
        yield { number, event }
      }
      if (ending) {
        yield* ending
          .map((event, at) => ({ number: FIRST_OF_ENDING + at, event }))
          .slice(Math.max(0, number + 1 - FIRST_OF_ENDING))
        return
      }
      if (events.length === 0) await pause.wait(POLL_MS)
    }
  } finally {
    for (const stop of stops) stop()
  }
}
