import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { launches, recordings, snapshots } from '../storage/history-schema.ts'
import { type Day, dayOf } from './recorded-day.ts'

// All snapshots are kept for 2 days, the last of each hour for 60, and the last of each day for ever.

const DAY_SECONDS = 86_400
const WHOLE_SECONDS = 2 * DAY_SECONDS
const HOURLY_SECONDS = 60 * DAY_SECONDS

/** Launches are read more often than once an hour for a day, and than once a day for a week. */
const LAUNCHED_HOURS_BEFORE = DAY_SECONDS
const LAUNCHED_DAYS_BEFORE = 8 * DAY_SECONDS

/** After a long time without compaction, so many days are compacted at once. */
const MAX_DAYS = 3

interface Compaction {
  database: Database
  source: string
  timezone: string
  now: number
}

/** Compacts the days that have become old enough, each of them once. */
export async function compact({ database, source, timezone, now }: Compaction): Promise<void> {
  const isOurs = eq(recordings.source, source)
  const [recording] = await database.select().from(recordings).where(isOurs)
  if (!recording) return
  // A clock that was ahead has been put right.
  let until = Math.min(recording.compactedUntil, dayOf(now, timezone).startsAt)

  for (let count = 0; count < MAX_DAYS; count += 1) {
    const day = dayOf(until, timezone)
    if (day.endsAt > now - WHOLE_SECONDS) return
    until = day.endsAt
    const old = dayOf(day.endsAt - 1 - HOURLY_SECONDS + WHOLE_SECONDS, timezone)
    const endOfDay = sql`${old.endsAt}`
    const endOfHour = sql`(${snapshots.at} / 3600 + 1) * 3600`
    await database.batch([
      database.delete(snapshots).where(isFollowed(source, day, LAUNCHED_HOURS_BEFORE, endOfHour)),
      countChanges(database, source, sql`-`),
      database.delete(snapshots).where(isFollowed(source, old, LAUNCHED_DAYS_BEFORE, endOfDay)),
      countChanges(database, source, sql`-`),
      database.update(recordings).set({ compactedUntil: until }).where(isOurs),
    ])
  }
}

/** Whether it is a snapshot of a day that a later one follows before `end`. */
function isFollowed(source: string, { startsAt, endsAt }: Day, before: number, end: SQL) {
  return sql`${snapshots.launch} in (
      select number from ${launches} where source = ${source}
        and launched_at >= ${startsAt - before} and launched_at < ${endsAt}
    )
    and at >= ${startsAt} and at < ${endsAt}
    and exists (
      select 1 from ${snapshots} as later where later.launch = ${snapshots.launch}
        and later.at > ${snapshots.at} and later.at < ${end}
    )`
}

/** Counts what the statement before it in the batch has inserted, or deleted. */
export function countChanges(database: Database, source: string, sign: SQL) {
  return database
    .update(recordings)
    .set({ snapshots: sql`${recordings.snapshots} ${sign} changes()` })
    .where(eq(recordings.source, source))
}
