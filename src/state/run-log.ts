import { untilAborted } from '../core/abort.ts'

export type RunLog = ReturnType<typeof createRunLog>

/**
 * The wire events of one run, numbered from 1, for readers that come and go. It holds the newest events
 * of `maxCharacters`.
 */
export function createRunLog(maxCharacters: number) {
  const events: string[] = []
  let dropped = 0
  let characters = 0
  let end: { error?: unknown } | undefined
  let wake = () => {}
  let change = nextChange()

  function nextChange() {
    return new Promise<void>((resolve) => {
      wake = resolve
    })
  }

  function announce() {
    wake()
    change = nextChange()
  }

  /** Waits for an event. Resolves to false if there will be none, or nobody waits any longer. */
  async function hasEvent(index: number, signal: AbortSignal) {
    while (index >= events.length && !end && !signal.aborted) {
      await untilAborted(change, signal).catch(() => {})
    }
    return index < events.length && !signal.aborted
  }

  return {
    characters: () => characters,
    hasEnded: () => end !== undefined,
    /** Whether events after this one are still to be read, or may come. */
    hasMore: (after: number) => !end || after < events.length,

    append(event: string) {
      events.push(event)
      characters += event.length
      for (; characters > maxCharacters; dropped += 1) {
        characters -= events[dropped]?.length ?? 0
        events[dropped] = ''
      }
      announce()
    },

    /** Nothing is appended afterwards. Readers get the error, if there is one, after the last event. */
    end(error?: unknown) {
      end ??= { error }
      announce()
    },

    /**
     * The events after the one with this number, until the end or until the signal aborts.
     *
     * @throws RangeError if the next event is no longer held, because the reader has fallen behind.
     */
    async *read(after: number, signal: AbortSignal): AsyncGenerator<string> {
      for (let next = after; await hasEvent(next, signal); next += 1) {
        if (next < dropped) throw new RangeError('the events after this one are no longer held')
        yield events[next] ?? ''
      }
      if (end?.error !== undefined) throw end.error
    },
  }
}
