import { and, asc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
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
import type { Spent } from './budget.ts'
import type { GapReason } from './history.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  FOLLOWED_DAYS,
  isGap,
  latenessOf,
  RECENT_DAYS,
  TURN_SECONDS,
} from './recorded-day.ts'

export type RecordedDay = Day &
  Pick<typeof recordedDays.$inferSelect, 'readAt' | 'failure' | 'partial'>

/** A page of the launches of a day, as it was read. */
interface ReadPage {
  at: number
  products: readonly Product[]
  /** How many launches of the day were on the pages before. */
  count: number
  /** When the first page of the day was read. */
  beganAt: number
  /** Where the next page begins; absent on the last one. */
  next: string | undefined
}

/** A source has stalled when none of this many counts changes for this long. */
const STALLED_SECONDS = 3_600
const MIN_STALLED = 20

interface StoreOptions {
  database: Database
  source: SourceName
  timezone: string
}

export type RecordingStore = ReturnType<typeof recordingStore>

/** What a recorder reads and writes in the database. Instants are seconds. */
export function recordingStore(options: StoreOptions) {
  const store = {
    ...options,
    isOurs: eq(recordedDays.source, options.source),
    isOurRecording: eq(recordings.source, options.source),
  }
  return {
    takeTurn: takeTurn.bind(null, store),
    dueDays: dueDays.bind(null, store),
    storePage: storePage.bind(null, store),
    failDay: failDay.bind(null, store),
    dropStalled: dropStalled.bind(null, store),
    thin: thin.bind(null, store),
    noteSpent: noteSpent.bind(null, store),
  }
}

interface Store extends StoreOptions {
  isOurs: SQL
  isOurRecording: SQL
}

const followedFrom = (at: number) => at - (FOLLOWED_DAYS + 1) * DAY_SECONDS

function countChanges({ database, isOurRecording }: Store, sign: SQL) {
  return database
    .update(recordings)
    .set({ snapshots: sql`${recordings.snapshots} ${sign} changes()` })
    .where(isOurRecording)
}

function writeDay(
  { database, source }: Store,
  { startsAt, endsAt }: Day,
  set: Partial<Pick<RecordedDay, 'readAt' | 'failure' | 'partial'>>,
) {
  return database
    .insert(recordedDays)
    .values({ source, startsAt, endsAt, ...set })
    .onConflictDoUpdate({ target: [recordedDays.source, recordedDays.startsAt], set })
}

/** What was spent before, if this process is the one that records in the current turn. */
async function takeTurn(store: Store, at: number): Promise<Spent | undefined> {
  const { database, source } = store
  const turn = Math.floor(at / TURN_SECONDS)
  // A turn far ahead is one from before the clock was put right.
  const isFree = sql`${recordings.turn} < ${turn} or ${recordings.turn} > ${turn + 1}`
  const [taken] = await database
    .insert(recordings)
    .values({ source, startedAt: at, movedAt: at, turn, snapshots: 0, spent: 0, resetsAt: 0 })
    .onConflictDoUpdate({ target: recordings.source, set: { turn }, setWhere: isFree })
    .returning({ spent: recordings.spent, resetsAt: recordings.resetsAt })
  return taken && taken.resetsAt > at ? taken : taken && { spent: 0, resetsAt: 0 }
}

/** The days whose launches are to be read, the latest reading first. */
async function dueDays(store: Store, at: number): Promise<RecordedDay[]> {
  const { database, timezone, isOurs, isOurRecording } = store
  const [known, [recording]] = await database.batch([
    database
      .select()
      .from(recordedDays)
      .where(and(isOurs, gte(recordedDays.startsAt, followedFrom(at)))),
    database.select().from(recordings).where(isOurRecording),
  ])
  const recent = Array.from({ length: RECENT_DAYS + 1 }, (_, back) => dayOf(at, timezone, back))
  const weekStart = recent.at(-1)?.startsAt ?? at
  const rows = new Map(known.map((row) => [row.startsAt, row]))
  const days: RecordedDay[] = recent.map((day) => ({
    readAt: null,
    failure: null,
    partial: null,
    ...rows.get(day.startsAt),
    ...day,
  }))
  days.push(...known.filter(({ startsAt }) => startsAt < weekStart))
  // A day that was never read has been due since the recording began, after today.
  const lateness = (day: RecordedDay) =>
    day.readAt === null
      ? 1 + latenessOf(recording?.startedAt ?? at, day, at)
      : latenessOf(day.readAt, day, at)
  return days
    .map((day) => ({ day, late: lateness(day) }))
    .filter(({ late }) => late >= 1)
    .sort((one, other) => other.late - one.late || other.day.startsAt - one.day.startsAt)
    .map(({ day }) => day)
}

/** Stores what a page says, and how far the day has been read. */
async function storePage(store: Store, day: RecordedDay, page: ReadPage): Promise<void> {
  const { database, source, isOurRecording } = store
  const { at, products, next, beganAt, count } = page
  const rows = JSON.stringify(products.flatMap((product, index) => toRow(product, count + index)))
  const isWhole = next === undefined
  const partial = isWhole ? null : { next, beganAt, count: count + products.length }
  const gap = isWhole && gapBefore(at, day)
  // A fixed order of joins: the rows that were read, then each one's launch.
  const read = sql`from json_each(${rows}) cross join ${launches} as stored
    on stored.source = ${source} and stored.id = value ->> 'id'`
  await database.batch([
    storeLaunches(store, rows),
    database
      .update(recordings)
      .set({ movedAt: at })
      .where(
        and(
          isOurRecording,
          sql`exists (select 1 ${read} where value ->> 'votes' <> (
            select votes from ${snapshots} where launch = stored.number and at <= ${at}
            order by at desc limit 1))`,
        ),
      ),
    database
      .insert(snapshots)
      .select(
        sql`select stored.number, ${at}, value ->> 'votes', value ->> 'comments', value ->> 'rank'
          ${read} where true`,
      )
      .onConflictDoNothing(),
    countChanges(store, sql`+`),
    writeDay(store, day, isWhole ? { readAt: beganAt, failure: null, partial } : { partial }),
    ...(gap ? [storeGap(store, { dayStartsAt: day.startsAt, ...gap })] : []),
  ])
}

function storeGap(
  { database, source }: Store,
  gap: Omit<typeof historyGaps.$inferInsert, 'source'>,
) {
  return database
    .insert(historyGaps)
    .values({ source, ...gap })
    .onConflictDoNothing()
}

/** The rows are a JSON text. */
function storeLaunches({ database, source }: Store, rows: string) {
  const excluded = { launchedAt: sql`excluded.launched_at`, product: sql`excluded.product` }
  return database
    .insert(launches)
    .select(
      sql`select null, ${source}, value ->> 'id', value ->> 'launchedAt', value -> 'product'
        from json_each(${rows}) where true`,
    )
    .onConflictDoUpdate({
      target: [launches.source, launches.id],
      set: excluded,
      setWhere: sql`${launches.launchedAt} <> ${excluded.launchedAt} or ${launches.product} <> ${excluded.product}`,
    })
}

/** Notes why a day could not be read on; from its beginning, if it cannot go on where it ended. */
async function failDay(
  store: Store,
  day: RecordedDay,
  failure: GapReason,
  restarts = false,
): Promise<void> {
  if (day.failure === failure && !restarts) return
  await writeDay(store, day, restarts ? { failure, partial: null } : { failure })
}

/**
 * Counts that have stood still for all launches at once are no counts: they are removed, and the
 * days of the source read again in each turn until something moves.
 */
async function dropStalled(store: Store, at: number): Promise<boolean> {
  const { database, source, isOurs, isOurRecording } = store
  const [recording] = await database.select().from(recordings).where(isOurRecording)
  const movedAt = recording?.movedAt || at
  if (at - movedAt < STALLED_SECONDS) return false
  const isFollowed = and(
    eq(launches.source, source),
    gte(launches.launchedAt, followedFrom(at)),
    lte(launches.launchedAt, at),
  )
  const few = await database
    .select({ number: launches.number })
    .from(launches)
    .where(isFollowed)
    .limit(MIN_STALLED)
  if (few.length < MIN_STALLED) return false
  await database.batch([
    database
      .delete(snapshots)
      .where(
        and(
          sql`${snapshots.launch} in (select number from ${launches} where ${isFollowed})`,
          gt(snapshots.at, movedAt),
        ),
      ),
    countChanges(store, sql`-`),
    database
      .update(recordedDays)
      .set({ readAt: movedAt, failure: 'source-stalled' })
      .where(and(isOurs, gt(recordedDays.readAt, movedAt))),
  ])
  return true
}

/** Of launches that are followed no more the last snapshot of each hour is kept: a day at a time. */
async function thin(store: Store, at: number): Promise<void> {
  const { database, source, isOurs } = store
  const [day] = await database
    .select()
    .from(recordedDays)
    .where(and(isOurs, lt(recordedDays.startsAt, followedFrom(at))))
    .orderBy(asc(recordedDays.startsAt))
    .limit(1)
  if (!day) return
  const ofDay = sql`select number from ${launches} where source = ${source}
    and launched_at >= ${day.startsAt} and launched_at < ${day.endsAt}`
  await database.batch([
    database.delete(snapshots).where(sql`${snapshots.launch} in (${ofDay}) and exists (
      select 1 from ${snapshots} as later where later.launch = ${snapshots.launch}
        and later.at > ${snapshots.at} and later.at < (${snapshots.at} / 3600 + 1) * 3600)`),
    countChanges(store, sql`-`),
    database.delete(recordedDays).where(and(isOurs, eq(recordedDays.startsAt, day.startsAt))),
  ])
}

async function noteSpent(store: Store, spent: Spent): Promise<void> {
  const { database, isOurRecording } = store
  await database
    .update(recordings)
    .set({ ...spent })
    .where(isOurRecording)
}

/** The time for which the launches of a day have not been read, if that is a gap. */
export function gapBefore(at: number, day: RecordedDay) {
  const { startsAt, readAt, failure } = day
  const from = readAt ?? startsAt
  if (at < from) return { from: at, until: from, reason: 'clock-changed' }
  if (!isGap(at - from, day, at)) return undefined
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
