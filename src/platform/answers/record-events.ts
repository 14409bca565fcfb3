import { sql } from 'drizzle-orm'
import { byteLength } from '../../core/byte-length.ts'
import type { Database } from '../../storage/database.ts'
import { events } from '../../storage/schema.ts'
import { omitted, type PlatformCall, type PlatformResult } from '../delivery/delivery-event.ts'
import type { EmittedEvent, RecordedEvent } from './chat-event.ts'
import type { AnswerRun } from './run.ts'

/** The length of the text in one event, in UTF-16 units. */
const MAX_DELTA_LENGTH = 16 * 1024
/** The size of any other event. A larger one is stored without its arguments or result. */
const MAX_EVENT_BYTES = 64 * 1024
/** The number of events in one write. A value in D1 is 2 MB at most. */
const MAX_EVENTS = 16

/**
 * The events of an answer while it is written, as they are stored for everyone in the conversation. Text
 * that arrives between two writes is merged into one event, which has its offset in the whole text, so
 * that clients can detect gaps.
 */
export function recordEvents() {
  const pending: RecordedEvent[] = []
  let length = 0

  function addText(delta: string) {
    for (let at = 0; at < delta.length; ) {
      const last = pending.at(-1)
      const open =
        last?.type === 'text-delta' && last.delta.length < MAX_DELTA_LENGTH ? last : undefined
      const piece = delta.slice(at, at + MAX_DELTA_LENGTH - (open?.delta.length ?? 0))
      if (open) open.delta += piece
      else pending.push({ type: 'text-delta', delta: piece, offset: length })
      at += piece.length
      length += piece.length
    }
  }

  return {
    add(event: EmittedEvent): void {
      const { type } = event
      if (type === 'message' || type === 'notice' || type === 'answer') return
      if (type === 'text-delta') addText(event.delta)
      else if (type === 'tool-call' || type === 'tool-result') pending.push(withinLimit(event))
      else pending.push(event)
    },

    hasMany: () => pending.length > MAX_EVENTS,

    /** The next events to store. Events of a failed write are lost: the answer has them anyway. */
    take(): readonly RecordedEvent[] {
      return pending.splice(0, MAX_EVENTS)
    },
  }
}

/** The statement that stores events of a run, for listeners. */
export function eventStatement(
  { runId, conversationKey }: AnswerRun,
  recorded: readonly RecordedEvent[],
  database: Database,
) {
  return database.insert(events).select(sql`
    select null, ${conversationKey}, json_extract(value, '$.type'), null, ${runId},
      json_remove(value, '$.type'), cast(unixepoch('subsec') * 1000 as integer)
    from json_each(${JSON.stringify(recorded)}) order by key`)
}

/** Leaves out what is too large for an event: only the answer contains it. */
function withinLimit<Event extends PlatformCall | PlatformResult>(event: Event): Event {
  return byteLength(event) > MAX_EVENT_BYTES ? omitted(event) : event
}
