import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Message } from '../core/run.ts'

/** How the events of a run are sent. */
export interface StoredWire {
  readonly headers: Readonly<Record<string, string>>
  readonly keepAlive?: string | undefined
  /** The events that end the run for its readers if its process is gone. */
  readonly lost: readonly string[]
}

/** What outlives its reader: an answer of the chat platform, or a stream that can be resumed. */
export const runs = sqliteTable(
  'runs',
  {
    runId: text('run_id').primaryKey(),
    /** For answers, the conversation, which has one running at a time. For streams, the chat. */
    conversationKey: text('conversation_key'),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed', 'stopped'] }).notNull(),
    startedAtMs: integer('started_at_ms').notNull(),
    /** The lease of its process. A run that is still open after this has been abandoned. */
    expiresAtMs: integer('expires_at_ms').notNull(),
    /** When somebody asked for its end. */
    stopAtMs: integer('stop_at_ms'),
    endedAtMs: integer('ended_at_ms'),
    // For streams:
    /** The only caller who may read and stop it. Null on a service for everybody. */
    caller: text('caller'),
    /** With whose streams it is counted. */
    countedFor: text('counted_for'),
    wire: text('wire', { mode: 'json' }).$type<StoredWire>(),
    /** When another process last read it. */
    readAtMs: integer('read_at_ms'),
    /** The number of its last event. */
    last: integer('last').notNull().default(0),
    characters: integer('characters').notNull().default(0),
  },
  (row) => [
    index('open_runs').on(row.conversationKey).where(sql`ended_at_ms is null`),
    index('runs_by_start').on(row.startedAtMs),
    index('streams_of_caller')
      .on(row.countedFor, row.endedAtMs)
      .where(sql`counted_for is not null`),
  ],
)

/** Answered turns, which clients refer to instead of sending them again. */
export const storedTurns = sqliteTable(
  'kept_turns',
  {
    owner: text('owner').notNull(),
    turnId: text('turn_id').notNull(),
    keptAtMs: integer('kept_at_ms').notNull(),
    characters: integer('characters').notNull(),
    /** What was said before the answer. */
    before: text('before', { mode: 'json' }).$type<readonly Message[]>().notNull(),
    answer: text('answer', { mode: 'json' }).$type<Message>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.owner, row.turnId] }),
    index('kept_turns_by_time').on(row.keptAtMs),
  ],
)

/** The tokens of a hosted model that runs have used on a UTC day. */
export const tokenUse = sqliteTable(
  'token_use',
  {
    /** Such as `2026-01-31`. Only the current one is stored. */
    day: text('day').notNull(),
    /** The caller, or nothing for the sum of all. */
    key: text('key').notNull(),
    tokens: integer('tokens').notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.key] })],
)

/** The events of a stream, as they are sent but for their numbers. */
export const runEvents = sqliteTable(
  'run_events',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.runId, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer('number').notNull(),
    event: text('event').notNull(),
  },
  (row) => [primaryKey({ columns: [row.runId, row.number] })],
)
