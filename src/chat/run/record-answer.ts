import { sql } from 'drizzle-orm'
import { byteLength } from '../field.ts'
import { databaseError } from '../storage/database-error.ts'
import { events } from '../storage/schema.ts'
import type { ChatDeps } from './chat-deps.ts'
import { CHAT_LIMITS } from './chat-deps.ts'
import type { ChatEvent } from './chat-event.ts'
import type { Run } from './run.ts'

/** Of the text in one event, in UTF-16 units, and of an event that is kept whole. */
const MAX_DELTA_LENGTH = 16 * 1024
const MAX_EVENT_BYTES = 64 * 1024
/** Written at once. D1 takes 2 MB as one value. */
const MAX_EVENTS = 16

type Growth = Exclude<ChatEvent, { type: 'message' | 'notice' | 'answer' }>
type Stored = Growth & { offset?: number; isOmitted?: true }

/** Writes down how an answer grows, for everybody in the conversation. */
export interface AnswerRecorder {
  take(event: ChatEvent): void
  /** Resolves once all that was taken is stored, or could not be: the answer itself has it all. */
  flush(): Promise<void>
}

/**
 * One write at a time, and one every `recordMs` at most: meanwhile text becomes one event. Each says
 * at which place of the whole text it stands, so that a reader notices what could not be stored.
 */
export function recordAnswer(run: Run, deps: ChatDeps): AnswerRecorder {
  const { database, log, live } = deps
  const { runId, conversationKey } = run
  const { recordMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const pending: Stored[] = []
  let length = 0
  let writing: Promise<void> | undefined
  let isHurried = false
  let hurry = () => {}

  async function write(stored: readonly Stored[]) {
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
      if (pending.length < MAX_EVENTS) await pause()
    }
    writing = undefined
  }

  async function pause() {
    if (isHurried) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, recordMs)
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function add(event: Stored) {
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
    take(event) {
      const { type } = event
      if (type === 'message' || type === 'notice' || type === 'answer') return
      if (type === 'text-delta') addText(event.delta)
      else add(small(event))
    },

    async flush() {
      isHurried = true
      hurry()
      while (writing !== undefined) await writing
      isHurried = false
    },
  }
}

/** What is too large for an event stands in the answer alone. */
function small(event: Exclude<Growth, { type: 'text-delta' }>): Stored {
  if (event.type === 'tool-call' && byteLength(event) > MAX_EVENT_BYTES) {
    return { ...event, args: null, rawArgs: '', isOmitted: true }
  }
  if (event.type === 'tool-result' && byteLength(event) > MAX_EVENT_BYTES) {
    return { ...event, result: null, isOmitted: true }
  }
  return event
}
