import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

type Json = Readonly<Record<string, unknown>>

/** A watch of a caller, or of WATCHES_FILE. */
export const watches = sqliteTable(
  'watches',
  {
    id: text('id').primaryKey(),
    /** The caller; `file` for those of WATCHES_FILE, nothing on a service without callers. */
    owner: text('owner').notNull(),
    spec: text('spec', { mode: 'json' }).$type<Json>().notNull(),
    /** Signs its webhooks; the previous one does so too for a day. Both may be encrypted. */
    secret: text('secret').notNull(),
    secretBefore: text('secret_before'),
    rotatedAtMs: integer('rotated_at_ms'),
    /** The digest of the key in the address of its private feed. */
    feedKey: text('feed_key'),
    createdAtMs: integer('created_at_ms').notNull(),
    /** The reading it starts from. */
    sinceMs: integer('since_ms').notNull(),
    /** When its next digest or summary is due. */
    dueAtMs: integer('due_at_ms'),
    /** The day of its last message in its zone, and the number of that day's messages. */
    day: text('day'),
    sent: integer('sent').notNull().default(0),
  },
  (row) => [
    index('watches_of_owner').on(row.owner, row.createdAtMs),
    index('watches_due').on(row.dueAtMs).where(sql`due_at_ms is not null`),
    uniqueIndex('watch_by_feed').on(row.feedKey),
  ],
)

/** Where the messages of a watch go. */
export const watchTargets = sqliteTable(
  'watch_targets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    watch: watchReference(),
    kind: text('kind').notNull(),
    host: text('host').notNull(),
    /** The whole target, which may be encrypted. */
    address: text('address').notNull(),
    /** The first failure since its last success. */
    failingSinceMs: integer('failing_since_ms'),
    /** Why it was switched off. */
    disabled: text('disabled'),
  },
  (row) => [index('targets_of_watch').on(row.watch)],
)

/** The events that a watch was told, each once for a launch. */
export const told = sqliteTable(
  'told',
  {
    watch: watchReference(),
    launch: text('launch').notNull(),
    event: text('event').notNull(),
    atMs: integer('at_ms').notNull(),
    /** An item that waits for the summary of a day with too many messages. */
    held: text('held', { mode: 'json' }).$type<Json>(),
  },
  (row) => [
    primaryKey({ columns: [row.watch, row.launch, row.event] }),
    index('told_by_time').on(row.atMs),
    index('told_held').on(row.watch).where(sql`held is not null`),
  ],
)

/** A message on its way to a target. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    watch: watchReference(),
    target: integer('target')
      .notNull()
      .references(() => watchTargets.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
    message: text('message', { mode: 'json' }).$type<Json>().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** When it is attempted next; null once it is done or has failed. */
    dueAtMs: integer('due_at_ms'),
    /** Until then it belongs to the process that attempts it. */
    leasedUntilMs: integer('leased_until_ms').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    state: text('state', { enum: ['pending', 'done', 'failed'] }).notNull(),
    /** The answer to the last attempt. */
    outcome: text('outcome'),
  },
  (row) => [
    index('deliveries_due').on(row.dueAtMs).where(sql`due_at_ms is not null`),
    index('deliveries_of_watch').on(row.watch, row.createdAtMs),
    index('deliveries_by_time').on(row.createdAtMs),
  ],
)

/** The last evaluated reading of each source. */
export const watchTurns = sqliteTable('watch_turns', {
  source: text('source').primaryKey(),
  /** The time of its last count; 0 before the first. */
  atMs: integer('at_ms').notNull(),
  /** Its name. A reading in which no count changed keeps the name. */
  reading: text('reading').notNull(),
  /** How many launches it had. */
  launches: integer('launches').notNull(),
  /** Counts the changes of watches: a turn that was evaluated without one is not stored. */
  revision: integer('revision').notNull().default(0),
})

function watchReference() {
  return text('watch')
    .notNull()
    .references(() => watches.id, { onDelete: 'cascade' })
}
