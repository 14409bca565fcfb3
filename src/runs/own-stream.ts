import { follow, type NumberedEvent } from './follow.ts'
import type { LeasedRun, RunLeases } from './run-leases.ts'
import type { StreamRows } from './stream-rows.ts'

const MAX_CHARACTERS = 4 * 1024 * 1024
/** Stored at once: a value in D1 has 2 MB at most. */
const MAX_BATCH_CHARACTERS = 512 * 1024

interface OwnStreamOptions {
  runId: string
  /** The events that end it for its readers if it breaks off. */
  lost: readonly string[]
  rows: StreamRows
  leases: RunLeases
  now(): Date
  /** How long it continues without a reader. */
  unreadMs: number
  /** Ends its events soon. */
  stop(): void
  /** Called when something is stored that others can read. */
  onStored(): void
}

export type OwnStream = ReturnType<typeof createOwnStream>

/** A stream of this process: its first reader need not wait until an event is stored. */
export function createOwnStream(options: OwnStreamOptions) {
  const { runId, rows, now, stop } = options
  const events: string[] = []
  const listeners = listenerSet()
  let characters = 0
  let end: 'done' | 'stopped' | undefined
  let stored = 0
  let storing = 0
  let isClosing = false
  let hasReader = true
  let leftMs = 0
  let onClosed = () => {}

  const run: LeasedRun = {
    runId,

    pending() {
      const batch = nextBatch(events, stored)
      storing = batch.length
      isClosing = end !== undefined && stored + storing === events.length
      const added = storing > 0 ? rows.append(runId, stored, batch) : []
      return isClosing && end ? [...added, rows.end(runId, end)] : added
    },

    stored() {
      stored += storing
      if (storing > 0 || isClosing) options.onStored()
      if (isClosing) onClosed()
      else if (stored < events.length) lease.changed()
    },

    renewed({ stopAtMs, unreadMs }) {
      const ownMs = now().getTime() - leftMs
      const isUnread = !hasReader && Math.min(ownMs, unreadMs ?? ownMs) >= options.unreadMs
      if (stopAtMs !== null || isUnread) stop()
    },

    lost() {
      stop()
      finish('stopped')
      onClosed()
    },
  }
  const lease = options.leases.take(run)

  function changed() {
    lease.changed()
    listeners.call()
  }

  function finish(state: 'done' | 'stopped') {
    end ??= state
    changed()
  }

  return {
    /** Has it stored soon, and heard of who wants its end. */
    changed: lease.changed,

    /** Takes the events to their end, and resolves once that is stored. */
    async record(source: AsyncIterable<string>) {
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve
      })
      try {
        for await (const event of source) {
          characters += event.length
          if (end || characters > MAX_CHARACTERS) break
          events.push(event)
          changed()
        }
        finish(characters > MAX_CHARACTERS ? 'stopped' : 'done')
        await closed
      } catch (error) {
        finish('stopped')
        await closed
        throw error
      } finally {
        await lease.release()
      }
    },

    /** The events for the one who started it. */
    async *read(signal: AbortSignal): AsyncGenerator<NumberedEvent> {
      const next = async (after: number) => {
        const ending = end === 'stopped' ? options.lost : []
        return { events: events.slice(after), ending: end && ending }
      }
      try {
        yield* follow({ next, onChange: listeners.add }, 0, signal)
      } finally {
        hasReader = false
        leftMs = now().getTime()
      }
    },
  }
}

function nextBatch(events: readonly string[], stored: number) {
  const batch: string[] = []
  let sum = 0
  for (const event of events.slice(stored)) {
    sum += event.length
    if (batch.length > 0 && sum > MAX_BATCH_CHARACTERS) break
    batch.push(event)
  }
  return batch
}

/** Readers that wait for a change. */
export function listenerSet() {
  const listeners = new Set<() => void>()
  return {
    isEmpty: () => listeners.size === 0,

    /** Returns what removes it. */
    add(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    call() {
      for (const listener of listeners) listener()
    },
  }
}
