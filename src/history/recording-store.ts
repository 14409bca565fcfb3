import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Product } from '../ranking/product.ts'
import type { SourceName } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import {
  historyGaps,
  launches,
  recordedDays,
  recordings,
  snapshots,
} from '../storage/history-schema.ts'
import { countChanges } from './compact.ts'
import type { GapReason } from './history.ts'
import { type Day, dayOf, HOURLY_DAYS, isDue, isGap, paceOf, TURN_SECONDS } from './recorded-day.ts'

export type RecordedDay = Day & Pick<typeof recordedDays.$inferSelect, 'readAt' | 'failure'>

/** Older days that are read in one turn. */
const MAX_OLDER_DAYS = 20

/** Launches that are stored at once: some hundred kilobytes. */
const CHUNK = 250

interface StoreOptions {
  database: Database
  source: SourceName
  timezone: string
}

/** What a recorder reads and writes in the database. Instants are seconds. */
export function recordingStore({ database, source, timezone }: StoreOptions) {
  const isOurs = eq(recordedDays.source, source)
  const dayKey = [recordedDays.source, recordedDays.startsAt]

  const snapshot = async (rows: readonly object[], at: number) => {
    const json = JSON.stringify(rows)
    const product = sql`excluded.product`
    const launchedAt = sql`excluded.launched_at`
    await database.batch([
      database
        .insert(launches)
        .select(
          sql`select null, ${source}, value ->> 'id', value ->> 'launchedAt', value -> 'product'
            from json_each(${json}) where true`,
        )
        .onConflictDoUpdate({
          target: [launches.source, launches.id],
          set: { launchedAt, product },
          setWhere: sql`${launches.launchedAt} <> ${launchedAt} or ${launches.product} <> ${product}`,
        }),
      database
        .insert(snapshots)
        .select(
          sql`select number, ${at}, value ->> 'votes', value ->> 'comments', value ->> 'rank'
            from json_each(${json}) join ${launches} as stored
              on stored.source = ${source} and stored.id = value ->> 'id'
            where true`,
        )
        .onConflictDoNothing(),
      countChanges(database, source, sql`+`),
    ])
  }

  return {
    /** Whether this process is the one that records in the current turn. */
    async takeTurn(at: number): Promise<boolean> {
      const turn = Math.floor(at / TURN_SECONDS)
      const compactedUntil = dayOf(at, timezone).startsAt
      // A turn far ahead is one from before the clock was put right.
      const isFree = sql`${recordings.turn} < ${turn} or ${recordings.turn} > ${turn + 1}`
      const taken = await database
        .insert(recordings)
        .values({ source, startedAt: at, turn, snapshots: 0, compactedUntil })
        .onConflictDoUpdate({ target: recordings.source, set: { turn }, setWhere: isFree })
        .returning({ turn: recordings.turn })
      return taken.length > 0
    },

    /** Today, then the days that are due: those of the last week, then the oldest readings. */
    async dueDays(at: number): Promise<RecordedDay[]> {
      const week = Array.from({ length: HOURLY_DAYS + 1 }, (_, days) => dayOf(at, timezone, days))
      const weekStart = week.at(-1)?.startsAt ?? at
      const isInWeek = gte(recordedDays.startsAt, weekStart)
      const [known, older] = await database.batch([
        database.select().from(recordedDays).where(and(isOurs, isInWeek)),
        database
          .select()
          .from(recordedDays)
          .where(and(isOurs, lt(recordedDays.startsAt, weekStart)))
          .orderBy(asc(recordedDays.readAt))
          .limit(MAX_OLDER_DAYS),
      ])
      const recent = week.map((day) => {
        const row = known.find(({ startsAt }) => startsAt === day.startsAt)
        return row ?? { ...day, readAt: null, failure: null }
      })
      const isNow = (day: RecordedDay) => day.readAt === null || isDue(day.readAt, day, at)
      return [...recent, ...older].filter((day) => at < day.endsAt || isNow(day))
    },

    /** Stores the launches of a day, best first, as they were read at an instant. */
    async storeLaunches(products: readonly Product[], at: number): Promise<void> {
      const rows = products.flatMap(toRow)
      for (let start = 0; start < rows.length; start += CHUNK) {
        await snapshot(rows.slice(start, start + CHUNK), at)
      }
    },

    /** Notes that all launches of a day were read, and the gap before. */
    async finishDay({ startsAt, endsAt, ...last }: RecordedDay, at: number): Promise<void> {
      const read = { readAt: at, failure: null }
      const finished = database
        .insert(recordedDays)
        .values({ source, startsAt, endsAt, ...read })
        .onConflictDoUpdate({ target: dayKey, set: read })
      const gap = gapBefore(at, { startsAt, endsAt, ...last })
      if (!gap) return void (await finished)
      const values = { source, dayStartsAt: startsAt, ...gap }
      const noted = database.insert(historyGaps).values(values).onConflictDoNothing()
      await database.batch([finished, noted])
    },

    /** Notes why days could not be read. */
    async failDays(days: readonly Day[], failure: GapReason): Promise<void> {
      for (const { startsAt, endsAt } of days) {
        await database
          .insert(recordedDays)
          .values({ source, startsAt, endsAt, failure })
          .onConflictDoUpdate({ target: dayKey, set: { failure } })
      }
    },
  }
}

/** The time for which the launches of a day have not been read, if that is a gap. */
export function gapBefore(at: number, day: RecordedDay) {
  const { startsAt, readAt, failure } = day
  const from = readAt ?? startsAt
  if (at < from) return { from: at, until: from, reason: 'clock-changed' }
  if (!isGap(at - from, paceOf(day, at))) return undefined
  return { from, until: at, reason: failure ?? 'not-running' }
}

/** A launch without an instant or votes cannot be placed. */
function toRow({ votesCount, commentsCount, ...product }: Product, index: number) {
  const { id, launchedAt } = product
  if (launchedAt === null || votesCount === null) return []
  const at = Math.floor(Date.parse(launchedAt) / 1000)
  const rank = index + 1
  return [{ id, launchedAt: at, product, votes: votesCount, comments: commentsCount, rank }]
}
