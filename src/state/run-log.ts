import { onAbort } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { createPause } from '../core/pause.ts'

/** At most so many at once, so that none takes long. */
const MAX_EVENTS = 64

/** Between two questions for events of which nothing was said. */
const CHECK_MS = 2_000

/** The events of a run, where they can be read again. */
export interface RunEvents {
  /**
   * The next events after the one with this number, as far as there are any yet.
   *
   * @throws AppError `not-found` if the next event is no longer held, and the error of a run that failed.
   */
  next(after: number): NextEvents | Promise<NextEvents>
  /** Calls the listener when there may be more, until the returned function is called. */
  onChange(listener: () => void): () => void
}

interface NextEvents {
  events: readonly string[]
  /** Whether these are the last ones. */
  isEnd: boolean
}

export interface RunLog extends RunEvents {
  next(after: number): NextEvents
  append(event: string): void
  /** Nothing is appended afterwards. Readers get the error, if there is one, after the last event. */
  end(error?: unknown): void
  hasEnded(): boolean
  /** The numbers of the oldest event that is held, and of the newest. */
  extent(): { oldest: number; newest: number }
  characters(): number
}

/**
 * The wire events of one run, numbered from 1. It holds the newest ones, as many as have
 * `maxCharacters` in all.
 */
export function createRunLog(maxCharacters: number): RunLog {
  const events: string[] = []
  const listeners = new Set<() => void>()
  let dropped = 0
  let characters = 0
  let end: { error?: unknown } | undefined

  function announce() {
    for (const listener of listeners) listener()
  }

  return {
    characters: () => characters,
    hasEnded: () => end !== undefined,
    extent: () => ({ oldest: dropped + 1, newest: events.length }),

    append(event) {
      events.push(event)
      characters += event.length
      for (; characters > maxCharacters; dropped += 1) {
        characters -= events[dropped]?.length ?? 0
        events[dropped] = ''
      }
      announce()
    },

    end(error) {
      end ??= { error }
      announce()
    },

    next(after) {
      if (after < dropped) throw notHeld()
      const next = events.slice(after, after + MAX_EVENTS)
      if (next.length === 0 && end?.error !== undefined) throw end.error
      const isLast = after + next.length >= events.length
      return { events: next, isEnd: end !== undefined && end.error === undefined && isLast }
    },

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function notHeld() {
  return new AppError('not-found', 'The events after this one are no longer held.')
}

/** Reads the events after the one with this number, until the end or until the signal aborts. */
export async function* follow(
  run: RunEvents,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pause = createPause()
  const stops = [run.onChange(pause.end), onAbort(signal, pause.end)]
  let position = after
  try {
    while (!signal.aborted) {
      const { events, isEnd } = await run.next(position)
      yield* events
      position += events.length
      if (isEnd) return
      if (events.length === 0) await pause.wait(CHECK_MS)
    }
  } finally {
    for (const stop of stops) stop()
  }
}
