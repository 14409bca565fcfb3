import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '../core/error.ts'
import type { Database } from '../storage/database.ts'
import { runEvents, runs, type StoredWire } from '../storage/run-schema.ts'
import { databaseNowMs } from '../storage/statements.ts'
import { leaseEnd } from './run-leases.ts'

/** How long a stream is retained after its end. */
const RETAINED_MS = 5 * 60_000
const MAX_STREAMS = 1_000
/** A chat platform is one caller, with all of its users. */
const MAX_STREAMS_PER_CALLER = 250
const MAX_CHARACTERS = 64 * 1024 * 1024
const MAX_CHARACTERS_PER_CALLER = 16 * 1024 * 1024
/** Read at once. */
export const MAX_EVENTS = 64

export interface StreamFacts {
  /** The only caller who may read and stop it. On a service for everybody, whoever knows its id may. */
  caller?: string | undefined
  /** With whose streams it is counted: the caller, or where it has no name, its address. */
  countedFor: string
  /** The chat that it answers. A chat has one: the next one stops it. */
  chatId?: string | undefined
  wire: StoredWire
}

type Row = typeof runs.$inferSelect
export type StreamRow = Row & { wire: StoredWire }

const isStream = isNotNull(runs.countedFor)
const isOpen = isNull(runs.endedAtMs)
const isLost = sql`(${isOpen} and ${runs.expiresAtMs} < ${databaseNowMs})`
const isOf = (caller: string | undefined) =>
  caller === undefined ? isNull(runs.caller) : eq(runs.caller, caller)
const ended = (state: 'done' | 'stopped') => ({ state, endedAtMs: databaseNowMs })

const count = (...conditions: Parameters<typeof and>) =>
  sql`(select count(*) from ${runs} where ${and(isStream, ...conditions)})`
const characters = (...conditions: Parameters<typeof and>) =>
  sql`(select coalesce(sum(characters), 0) from ${runs} where ${and(isStream, ...conditions)})`
const ofSameCaller = (runId: string) =>
  sql`counted_for = (select counted_for from ${runs} where run_id = ${runId})`

/**
 * Where there is no room for another stream, deletes the one that ended first of the caller who takes the most:
 * in characters, and for each stream its share of the characters of all.
 */
function makeRoom(
  database: Database,
  condition: Parameters<typeof and>[0],
  isFull: ReturnType<typeof sql>,
) {
  const share = MAX_CHARACTERS / MAX_STREAMS
  const streams = sql`select run_id, ended_at_ms,
    sum(characters + ${share}) over (partition by counted_for) as taken
    from ${runs} where ${and(isStream, condition)}`
  const first = sql`select run_id from (${streams}) where ended_at_ms is not null
    order by taken desc, ended_at_ms limit 1`
  return database.delete(runs).where(sql`${isFull} and ${runs.runId} in (${first})`)
}

/** Lets go of what a caller has beyond its characters, what ended first before the rest. */
function makeCharacters(database: Database, runId: string) {
  const newestFirst = sql`(order by ended_at_ms is not null, ended_at_ms desc, run_id)`
  const sums = sql`select run_id, ended_at_ms, sum(characters) over ${newestFirst} as held
    from ${runs} where ${ofSameCaller(runId)}`
  const beyond = sql`select run_id from (${sums})
    where ended_at_ms is not null and held > ${MAX_CHARACTERS_PER_CALLER}`
  return database.delete(runs).where(sql`${runs.runId} in (${beyond})`)
}

function insertEvents(database: Database, runId: string, after: number, events: readonly string[]) {
  const isStillOpen = sql`exists (select 1 from ${runs} where ${and(eq(runs.runId, runId), isOpen)})`
  return database.insert(runEvents).select(sql`
    select ${runId}, ${after + 1} + key, value from json_each(${JSON.stringify(events)})
    where ${isStillOpen}`)
}

/** Stores a new stream if there is room for it, and asks for the end of the one before in its chat. */
async function insertStream(
  database: Database,
  runId: string,
  { caller, countedFor, chatId, wire }: StreamFacts,
) {
  const conversationKey = chatId === undefined ? null : chatKey(chatId)
  const isOwn = eq(runs.countedFor, countedFor)
  const ofCaller = sql`(${count(isOwn)} >= ${MAX_STREAMS_PER_CALLER}
    or ${characters(isOwn)} > ${MAX_CHARACTERS_PER_CALLER})`
  const ofAll = sql`(${count()} >= ${MAX_STREAMS} or ${characters()} > ${MAX_CHARACTERS})`
  const row = sql`select ${runId}, ${conversationKey}, 'running', ${databaseNowMs}, ${leaseEnd},
    null, null, ${caller ?? null}, ${countedFor}, ${JSON.stringify(wire)}, null, 0, 0
    where not ${ofCaller} and not ${ofAll}`
  const [stopped, , , inserted] = await database.batch([
    database
      .update(runs)
      .set({ stopAtMs: databaseNowMs })
      .where(and(eq(runs.conversationKey, conversationKey ?? ''), isOf(caller), isStream, isOpen))
      .returning({ runId: runs.runId }),
    makeRoom(database, isOwn, ofCaller),
    makeRoom(database, undefined, ofAll),
    database.insert(runs).select(row).returning({ runId: runs.runId }),
  ])
  return { isStored: inserted.length > 0, stopped: stopped.map((one) => one.runId) }
}

/** The rows of streams that can be resumed. */
export function streamRows(database: Database) {
  return {
    insert: (runId: string, facts: StreamFacts) => insertStream(database, runId, facts),

    async find(runId: string, caller: string | undefined): Promise<StreamRow | undefined> {
      const rows = await database
        .select()
        .from(runs)
        .where(and(eq(runs.runId, runId), isStream, isOf(caller)))
      return withWire(rows)[0]
    },

    async findOpen(chatId: string, caller: string | undefined): Promise<StreamRow | undefined> {
      const rows = await database
        .select()
        .from(runs)
        .where(and(eq(runs.conversationKey, chatKey(chatId)), isStream, isOf(caller), isOpen))
        .orderBy(desc(runs.startedAtMs))
        .limit(1)
      return withWire(rows)[0]
    },

    /**
     * A stream and its next events.
     *
     * @throws AppError `not-found` once it is no longer stored.
     */
    async read(runId: string, after: number) {
      const [rows, events] = await database.batch([
        database
          .select({ ...getTableColumns(runs), isLost: isLost.mapWith(Boolean) })
          .from(runs)
          .where(eq(runs.runId, runId)),
        database
          .select({ event: runEvents.event })
          .from(runEvents)
          .where(and(eq(runEvents.runId, runId), gt(runEvents.number, after)))
          .orderBy(asc(runEvents.number))
          .limit(MAX_EVENTS),
      ])
      const [row] = withWire(rows)
      if (!row) throw new AppError('not-found', 'The events of this run are no longer held.')
      return { row, events: events.map(({ event }) => event) }
    },

    /** The statements that add events after the last one, and stop the stream if its caller's open ones have too many characters. */
    append(runId: string, last: number, events: readonly string[]) {
      const added = events.reduce((sum, event) => sum + event.length, 0)
      const sum = sql`${runs.characters} + ${added}`
      const held = sql`${characters(ofSameCaller(runId), isOpen)} + ${added}`
      const stopAtMs = sql`case when ${held} > ${MAX_CHARACTERS_PER_CALLER} then ${databaseNowMs}
        else ${runs.stopAtMs} end`
      return [
        insertEvents(database, runId, last, events),
        database
          .update(runs)
          .set({ last: last + events.length, characters: sum, stopAtMs })
          .where(and(eq(runs.runId, runId), isOpen)),
        makeCharacters(database, runId),
      ]
    },

    /** The statement that ends a stream. A stopped stream has no end among its events. */
    end: (runId: string, state: 'done' | 'stopped') =>
      database
        .update(runs)
        .set(ended(state))
        .where(and(eq(runs.runId, runId), isOpen)),

    async askToStop(runId: string) {
      await database
        .update(runs)
        .set({ stopAtMs: databaseNowMs })
        .where(and(eq(runs.runId, runId), isOpen))
    },

    async markRead(runId: string) {
      await database.update(runs).set({ readAtMs: databaseNowMs }).where(eq(runs.runId, runId))
    },

    /** Ends the streams of processes that are gone, and deletes streams that ended a while ago. */
    async settle() {
      const retainedSinceMs = sql`${databaseNowMs} - ${RETAINED_MS}`
      await database.batch([
        database.update(runs).set(ended('stopped')).where(and(isStream, isLost)),
        database.delete(runs).where(and(isStream, lt(runs.endedAtMs, retainedSinceMs))),
      ])
    },
  }
}

export type StreamRows = ReturnType<typeof streamRows>

/** No conversation of the chat platform has such a key. */
function chatKey(chatId: string) {
  return `chat/${chatId}`
}

function withWire<Found extends Row>(rows: readonly Found[]): (Found & { wire: StoredWire })[] {
  return rows.filter((row): row is Found & { wire: StoredWire } => row.wire !== null)
}
