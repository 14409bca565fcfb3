import { sql } from 'drizzle-orm'
import { createPause } from '../../core/pause.ts'
import { databaseError } from '../../storage/database-error.ts'
import { events } from '../../storage/schema.ts'
import { omitted, type ToolCall, type ToolResult } from '../delivery/delivery-event.ts'
import { byteLength } from '../field.ts'
import { type ChatDeps, limitsOf } from './chat-deps.ts'
import type { ChatEvent, RecordedEvent } from './chat-event.ts'
import type { Run } from './run.ts'

/** The length of the text in one event, in UTF-16 units. */
const MAX_DELTA_LENGTH = 16 * 1024
/** The size of any other event. A larger one is stored without its arguments or result. */
const MAX_EVENT_BYTES = 64 * 1024
/** The number of events in one write. A value in D1 is 2 MB at most. */
const MAX_EVENTS = 16

/**
 * Stores the events of an answer while it is written, for everyone in the conversation: one batch at
 * a time, every `recordMs` at most. Text that arrives meanwhile is merged into one event, which has
 * its offset in the whole text, so that clients can detect gaps.
 */
export function recordEvents({ runId, conversationKey }: Run, deps: ChatDeps) {
  const { database, log, live } = deps
  const { recordMs } = limitsOf(deps)
  const pending: RecordedEvent[] = []
  const pause = createPause()
  let length = 0
  let writing: Promise<void> | undefined
  let isFlushing = false

  async function write(stored: readonly RecordedEvent[]) {
    const rows = sql`select null, ${conversationKey}, json_extract(value, '$.type'), null, ${runId},
      json_remove(value, '$.type'), cast(unixepoch('subsec') * 1000 as integer)
      from json_each(${JSON.stringify(stored)}) order by key`
    await database.insert(events).select(rows)
    live.wake()
  }

  async function writeAll() {
    while (pending.length > 0) {
      const stored = pending.splice(0, MAX_EVENTS)
      await write(stored).catch((error: unknown) => {
        log.warn('answer-not-recorded', { runId, error: databaseError(error) })
      })
      if (pending.length < MAX_EVENTS && !isFlushing) await pause.wait(recordMs)
    }
    writing = undefined
  }

  function add(event: RecordedEvent) {
    pending.push(event)
    writing ??= writeAll()
  }

  function addText(delta: string) {
    for (let at = 0; at < delta.length; ) {
      const last = pending.at(-1)
      const open =
        last?.type === 'text-delta' && last.delta.length < MAX_DELTA_LENGTH ? last : undefined
      const piece = delta.slice(at, at + MAX_DELTA_LENGTH - (open?.delta.length ?? 0))
      if (open) open.delta += piece
      else add({ type: 'text-delta', delta: piece, offset: length })
      at += piece.length
      length += piece.length
    }
  }

  return {
    take(event: ChatEvent): void {
      const { type } = event
      if (type === 'message' || type === 'notice' || type === 'answer') return
      if (type === 'text-delta') addText(event.delta)
      else if (type === 'tool-call' || type === 'tool-result') add(withinLimit(event))
      else add(event)
    },

    /** Resolves once all events are stored, or have failed to be: the answer contains them anyway. */
    async flush(): Promise<void> {
      isFlushing = true
      pause.end()
      while (writing !== undefined) await writing
      isFlushing = false
    },
  }
}

/** Leaves out what is too large for an event: only the answer contains it. */
function withinLimit<Event extends ToolCall | ToolResult>(event: Event): Event {
  return byteLength(event) > MAX_EVENT_BYTES ? omitted(event) : event
}
