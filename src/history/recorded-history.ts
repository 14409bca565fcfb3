import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Product } from '../ranking/product.ts'
import type { SourceName } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import {
  historyGaps,
  launches,
  recordedDays,
  recordings,
  snapshots,
} from '../storage/history-schema.ts'
import { isOneOf } from '../storage/statements.ts'
import {
  CURVE_MS,
  CURVE_STEPS,
  GAP_REASONS,
  type History,
  nearAge,
  type Steps,
  type VoteCount,
} from './history.ts'
import { DAY_SECONDS, dayOf, FOLLOWED_DAYS, RECENT_DAYS, TURN_SECONDS } from './recorded-day.ts'
import { gapBefore } from './recording-store.ts'

interface RecordedHistoryOptions {
  database: Database
  source: SourceName
  timezone: string
  now(): Date
}

/** How many of the latest launches one is compared with. */
const MAX_COMPARED = 1_000

/** Every hour of a week. */
const MAX_AGES = 169
const COMPARED_MS = 30 * 60_000

/** What a snapshot takes, with its share of the pages that are not full. */
const BYTES = 24

/** `now` is in seconds. */
type Recorded = Omit<RecordedHistoryOptions, 'now'> & { now(): number }

/** The history in the database. */
export function recordedHistory(options: RecordedHistoryOptions): History {
  const { source, timezone } = options
  const recorded = { ...options, now: () => seconds(options.now().getTime()) }
  const { stepwise, curves } = stepCounts(recorded)
  const votesAtAge = createVotesAtAge(recorded)
  return {
    source,
    timezone,
    isSimulated: false,
    launch: (id) => available(launchOf(id, recorded)),
    counted: (instants) => available(countedAt(instants, recorded)),
    stepwise: (ids, steps) => available(stepwise(ids, steps)),
    curves: (ids) => available(curves(ids)),
    products: (ids) => available(productsOf(ids, recorded)),
    votesAtAge: (ageMs) => available(votesAtAge(ageMs)),
    state: () => available(stateOf(recorded)),
    version: () => available(versionOf(recorded)),
  }
}

const product = sql<string>`${launches.product}`

/** One launch with all of its counts, and the gaps between them. */
async function launchOf(id: string, { database, source, timezone, now }: Recorded) {
  const moment = now()
  const [found] = await database
    .select({ number: launches.number, product, launchedAt: launches.launchedAt })
    .from(launches)
    .where(and(eq(launches.source, source), eq(launches.id, id)))
  if (!found) return undefined
  const { number, launchedAt } = found
  const { startsAt } = dayOf(launchedAt, timezone)
  const [taken, days, gaps] = await database.batch([
    database
      .select()
      .from(snapshots)
      .where(and(eq(snapshots.launch, number), lte(snapshots.at, moment)))
      .orderBy(asc(snapshots.at)),
    database
      .select()
      .from(recordedDays)
      .where(and(eq(recordedDays.source, source), eq(recordedDays.startsAt, startsAt))),
    database
      .select()
      .from(historyGaps)
      .where(and(eq(historyGaps.source, source), eq(historyGaps.dayStartsAt, startsAt)))
      .orderBy(asc(historyGaps.from)),
  ])
  const missed = [
    ...gaps.filter(({ until }) => until > launchedAt),
    ...days.flatMap((day) => gapBefore(moment, day) ?? []),
  ]
  return {
    product: productOf(found.product, taken.at(-1)),
    launchedAt: launchedAt * 1000,
    snapshots: taken.map(({ launch: _launch, at, ...counts }) => ({ at: at * 1000, ...counts })),
    gaps: missed.map(({ from, until, reason }) => ({
      from: Math.max(from, launchedAt) * 1000,
      until: until * 1000,
      reason: GAP_REASONS.find((known) => known === reason) ?? 'not-running',
    })),
  }
}

/** The last count of a launch until an instant, and after another: `at votes comments`. */
function lastCount(until: SQL | number, after: SQL | number = 0) {
  return sql<
    string | null
  >`(select at || ' ' || votes || ' ' || coalesce(comments, '') from ${snapshots}
      where launch = ${launches.number} and at <= ${until} and at > ${after} order by at desc limit 1)`
}

/** The launches of the last week, with their counts at some instants. */
async function countedAt(
  instants: readonly number[],
  { database, source, timezone, now }: Recorded,
) {
  const counts = instants.map((instant) => lastCount(seconds(instant)))
  const weekStart = dayOf(now(), timezone, RECENT_DAYS).startsAt
  // A cross join keeps its order: few days, then the launches of each.
  const rows = await database
    .select({
      id: launches.id,
      launchedAt: launches.launchedAt,
      readAt: recordedDays.readAt,
      counts: sql<string>`json_array(${sql.join(counts, sql`, `)})`,
    })
    .from(recordedDays)
    .crossJoin(launches)
    .where(
      and(
        eq(recordedDays.source, source),
        gte(recordedDays.startsAt, weekStart),
        eq(launches.source, source),
        gte(launches.launchedAt, recordedDays.startsAt),
        lt(launches.launchedAt, recordedDays.endsAt),
      ),
    )
  return rows.flatMap(({ id, launchedAt, counts, readAt }) => {
    const texts: (string | null)[] = JSON.parse(counts)
    const found = texts.map(countOf)
    const [last] = found
    // A launch that was not there when its day was last read is gone.
    if (!last || last.at < (readAt ?? 0) * 1000) return []
    return [{ id, launchedAt: launchedAt * 1000, counts: found }]
  })
}

/** The counts of launches in steps of time, of a window or since each launch. */
function stepCounts(recorded: Recorded) {
  const { now } = recorded
  return {
    stepwise(ids: readonly string[], steps: Steps) {
      const from = sql`${seconds(steps.from)}`
      const until = sql`${Math.min(seconds(steps.until), now())}`
      const length = sql`${seconds(steps.stepMs)}`
      return countsInSteps(recorded, ids, { since: from, from, until, length })
    },

    curves(ids: readonly string[]) {
      const since = sql`${launches.launchedAt}`
      const from = sql`(${since} + ${TURN_SECONDS})`
      const until = sql`min(${now()}, ${since} + ${seconds(CURVE_MS)})`
      const steps = CURVE_STEPS - 1
      const length = sql`max(${TURN_SECONDS}, (${until} - ${since}) / ${steps})`
      return countsInSteps(recorded, ids, { since, from, until, length })
    },
  }
}

/** Of each launch the last count in each step of this many seconds. The first step ends at `from`. */
async function countsInSteps(
  { database, source }: Recorded,
  ids: readonly string[],
  { since, from, until, length }: Record<'since' | 'from' | 'until' | 'length', SQL>,
) {
  // Numbers are bound as floats: uncast, a quotient is no whole step.
  const step = sql`cast((${snapshots.at} - ${from} + ${length} - 1) / ${length} as integer)`
  // Of a group SQLite returns the row that has the maximum.
  const rows = await database
    .select({ id: launches.id, at: sql<number>`max(${snapshots.at})`, votes: snapshots.votes })
    .from(launches)
    .innerJoin(snapshots, eq(snapshots.launch, launches.number))
    .where(
      and(
        eq(launches.source, source),
        isOneOf(launches.id, ids),
        gte(snapshots.at, since),
        lte(snapshots.at, until),
      ),
    )
    .groupBy(launches.number, step)
    .orderBy(launches.number, step)
  const counts = new Map<string, VoteCount[]>()
  for (const { id, at, votes } of rows) {
    const known = counts.get(id)
    const count = { at: at * 1000, votes }
    if (known) known.push(count)
    else counts.set(id, [count])
  }
  return counts
}

async function productsOf(ids: readonly string[], { database, source, now }: Recorded) {
  const rows = await database
    .select({ product, last: lastCount(now()) })
    .from(launches)
    .where(and(eq(launches.source, source), isOneOf(launches.id, ids)))
  return rows.map(({ product, last }) => productOf(product, countOf(last)))
}

/** The votes of earlier launches at an age, ascending, computed anew after a while. */
function createVotesAtAge({ database, source, now }: Recorded) {
  const compared = new LRUCache<number, number[]>({ max: MAX_AGES, ttl: COMPARED_MS })
  return async (ageMs: number) => {
    const known = compared.get(ageMs)
    if (known) return known
    const at = sql`${launches.launchedAt} + ${seconds(ageMs)}`
    const isOldEnough = lte(launches.launchedAt, now() - seconds(ageMs))
    const isRecent = gt(launches.launchedAt, now() - FOLLOWED_DAYS * DAY_SECONDS)
    const rows = await database
      .select({ count: lastCount(at, sql`${at} - ${seconds(nearAge(ageMs))}`) })
      .from(launches)
      .where(and(eq(launches.source, source), isOldEnough, isRecent))
      .orderBy(desc(launches.launchedAt))
      .limit(MAX_COMPARED)
    const ascending = rows
      .flatMap(({ count }) => countOf(count)?.votes ?? [])
      .sort((one, other) => one - other)
    compared.set(ageMs, ascending)
    return ascending
  }
}

async function stateOf({ database, source, now }: Recorded) {
  const [[recording], [read]] = await database.batch([
    database.select().from(recordings).where(eq(recordings.source, source)),
    database
      .select({ last: sql<number | null>`max(${recordedDays.readAt})` })
      .from(recordedDays)
      .where(and(eq(recordedDays.source, source), lte(recordedDays.readAt, now()))),
  ])
  const count = recording?.snapshots ?? 0
  return {
    since: recording ? recording.startedAt * 1000 : null,
    last: read?.last ? read.last * 1000 : null,
    snapshots: count,
    bytes: count * BYTES,
  }
}

async function versionOf({ database, source }: Recorded) {
  const [row] = await database
    .select({
      movedAt: recordings.movedAt,
      newest: sql<number>`(select max(number) from ${launches})`,
    })
    .from(recordings)
    .where(eq(recordings.source, source))
  return `${row?.movedAt ?? 0} ${row?.newest ?? 0}`
}

/** Not validated: the recorder stored it. */
function productOf(
  text: string,
  { votes = null, comments = null }: { votes?: number | null; comments?: number | null } = {},
): Product {
  const product: Omit<Product, 'votesCount' | 'commentsCount'> = JSON.parse(text)
  return { ...product, votesCount: votes, commentsCount: comments }
}

function countOf(text: string | null) {
  if (text === null) return undefined
  const [at, votes, comments] = text.split(' ')
  return {
    at: Number(at) * 1000,
    votes: Number(votes),
    comments: comments ? Number(comments) : null,
  }
}

function seconds(ms: number) {
  return Math.floor(ms / 1000)
}

async function available<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (error) {
    throw databaseError(error)
  }
}
