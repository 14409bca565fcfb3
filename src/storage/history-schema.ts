import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Instants are Unix seconds.

/** The launches whose votes are recorded. */
export const launches = sqliteTable(
  'launches',
  {
    /** Short, because every snapshot repeats it. */
    number: integer('number').primaryKey({ autoIncrement: true }),
    source: text('source').notNull(),
    id: text('id').notNull(),
    launchedAt: integer('launched_at').notNull(),
    /** The product without votes and comments: the last snapshot has them. */
    product: text('product', { mode: 'json' }).$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (row) => [
    uniqueIndex('launch_by_id').on(row.source, row.id),
    index('launches_by_time').on(row.source, row.launchedAt),
  ],
)

/** What was read of a launch at an instant. Its table has no rowid: a history is read in one piece. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    launch: integer('launch')
      .notNull()
      .references(() => launches.number, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    votes: integer('votes').notNull(),
    comments: integer('comments'),
    /** The rank among the launches of its day. */
    rank: integer('rank'),
  },
  (row) => [primaryKey({ columns: [row.launch, row.at] })],
)

/** A calendar day of a source, on which its launches launched. */
export const recordedDays = sqliteTable(
  'recorded_days',
  {
    source: text('source').notNull(),
    /** The instants at which it begins and ends. */
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** When the last reading of all its launches began; null if there is none. */
    readAt: integer('read_at'),
    /** Why they could not be read since then. */
    failure: text('failure'),
    /** How far the reading under way has come: where it goes on, after how many launches. */
    partial: text('partial', { mode: 'json' }).$type<{
      next: string
      count: number
      beganAt: number
    }>(),
  },
  (row) => [primaryKey({ columns: [row.source, row.startsAt] })],
)

/** Times in which the launches of a day should have been read, and were not. */
export const historyGaps = sqliteTable(
  'history_gaps',
  {
    source: text('source').notNull(),
    dayStartsAt: integer('day_starts_at').notNull(),
    from: integer('from_at').notNull(),
    until: integer('until_at').notNull(),
    reason: text('reason').notNull(),
  },
  (row) => [primaryKey({ columns: [row.source, row.dayStartsAt, row.from] })],
)

/** One row per source that is recorded. */
export const recordings = sqliteTable('recordings', {
  source: text('source').primaryKey(),
  startedAt: integer('started_at').notNull(),
  /** The turn that some process took last, so that no other takes it too. */
  turn: integer('turn').notNull(),
  /** How many snapshots there are: counting them would read them all. */
  snapshots: integer('snapshots').notNull(),
  /** When a count last differed from the one before. */
  movedAt: integer('moved_at').notNull().default(0),
  /** What was spent of the source's budget until it is whole again, at `resets_at`. */
  spent: integer('spent').notNull().default(0),
  resetsAt: integer('resets_at').notNull().default(0),
})
