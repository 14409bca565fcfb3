import { and, asc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { Product } from '../ranking/product.ts'
import type { SourceName } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { historyGaps, launches, recordedDays, recordings, snapshots } from '../storage/schema.ts'
import { type CountRange, GAP_REASONS, type History, type VoteCount } from './history.ts'
import { gapBefore } from './recording-store.ts'

interface RecordedHistoryOptions {
  database: Database
  source: SourceName
  timezone: string
  now(): Date
}

const DAY_MS = 86_400_000

/** Launches of so many days are compared with, at most so many. */
const COMPARED_DAYS = 60
const MAX_COMPARED = 10_000

/** Every hour of a week, for as long as launches are read once an hour. */
const MAX_AGES = 169
const COMPARED_MS = 30 * 60_000

/** What a snapshot takes, with its share of the pages that are not full. */
const BYTES = 30

/** The history in the database. */
export function recordedHistory(options: RecordedHistoryOptions): History {
  const { database, source, timezone, now } = options
  const isOurs = eq(launches.source, source)
  const compared = new LRUCache<number, number[]>({ max: MAX_AGES, ttl: COMPARED_MS })

  const lastOf = <Value>(value: SQL<Value>, until: SQL | number) => sql<Value>`(
    select ${value} from ${snapshots}
    where launch = ${launches.number} and at <= ${until} order by at desc limit 1
  )`

  const launch = async (id: string) => {
    const [found] = await database
      .select()
      .from(launches)
      .where(and(isOurs, eq(launches.id, id)))
    if (!found) return undefined
    const { number, product, launchedAt } = found
    const at = seconds(now().getTime())
    const ofDay = and(
      eq(recordedDays.source, source),
      lte(recordedDays.startsAt, launchedAt),
      gt(recordedDays.endsAt, launchedAt),
    )
    const [taken, days, gaps] = await database.batch([
      database
        .select()
        .from(snapshots)
        .where(and(eq(snapshots.launch, number), lte(snapshots.at, at)))
        .orderBy(asc(snapshots.at)),
      database.select().from(recordedDays).where(ofDay),
      database
        .select({ from: historyGaps.from, until: historyGaps.until, reason: historyGaps.reason })
        .from(historyGaps)
        .innerJoin(recordedDays, and(ofDay, eq(recordedDays.startsAt, historyGaps.dayStartsAt)))
        .where(and(eq(historyGaps.source, source), gt(historyGaps.until, launchedAt)))
        .orderBy(asc(historyGaps.from)),
    ])
    const missed = [...gaps, ...days.flatMap((day) => gapBefore(at, day) ?? [])]
    return {
      product: productOf(product, taken.at(-1)),
      launchedAt: launchedAt * 1000,
      snapshots: taken.map(({ launch: _launch, ...snapshot }) => ({
        ...snapshot,
        at: snapshot.at * 1000,
      })),
      gaps: missed.map(({ from, until, reason }) => ({
        from: Math.max(from, launchedAt) * 1000,
        until: until * 1000,
        reason: GAP_REASONS.find((known) => known === reason) ?? 'not-running',
      })),
    }
  }

  const counted = async ({ launchedFrom, launchedUntil, since, until }: CountRange) => {
    const before = lastOf(sql<number>`at`, seconds(since))
    const counts = sql<string>`(
      select json_group_array(json_array(at, votes)) from (
        select at, votes from ${snapshots}
        where launch = ${launches.number} and at <= ${seconds(until)}
          and at >= coalesce(${before}, ${seconds(since)})
        order by at
      )
    )`
    const comments = lastOf(sql<number | null>`comments`, seconds(until))
    const rows = await database
      .select({ product: launches.product, launchedAt: launches.launchedAt, counts, comments })
      .from(launches)
      .where(
        and(
          isOurs,
          gte(launches.launchedAt, seconds(launchedFrom)),
          lt(launches.launchedAt, seconds(launchedUntil)),
        ),
      )
    return rows.map((row) => {
      const counts = Counts.parse(JSON.parse(row.counts))
      const votes = counts.at(-1)?.votes ?? null
      const last = { votes, comments: row.comments }
      return { product: productOf(row.product, last), launchedAt: row.launchedAt * 1000, counts }
    })
  }

  const votesAtAge = async (ageMs: number) => {
    const known = compared.get(ageMs)
    if (known) return known
    const at = now().getTime()
    const age = seconds(ageMs)
    const votes = lastOf(sql<number | null>`votes`, sql`${launches.launchedAt} + ${age}`)
    const rows = await database
      .select({ votes })
      .from(launches)
      .where(
        and(
          isOurs,
          gte(launches.launchedAt, seconds(at - ageMs - COMPARED_DAYS * DAY_MS)),
          lte(launches.launchedAt, seconds(at - ageMs)),
        ),
      )
      .limit(MAX_COMPARED)
    const ascending = rows.flatMap(({ votes }) => votes ?? []).sort((one, other) => one - other)
    compared.set(ageMs, ascending)
    return ascending
  }

  const state = async () => {
    const [[counted], [read]] = await database.batch([
      database
        .select({ snapshots: recordings.snapshots, since: recordings.startedAt })
        .from(recordings)
        .where(eq(recordings.source, source)),
      database
        .select({ last: sql<number | null>`max(${recordedDays.readAt})` })
        .from(recordedDays)
        .where(eq(recordedDays.source, source)),
    ])
    const count = counted?.snapshots ?? 0
    return {
      since: counted ? counted.since * 1000 : null,
      last: read?.last ? read.last * 1000 : null,
      snapshots: count,
      bytes: count * BYTES,
    }
  }

  return {
    source,
    timezone,
    isSimulated: false,
    launch: (id) => available(launch(id)),
    launches: (range) => available(counted(range)),
    votesAtAge: (ageMs) => available(votesAtAge(ageMs)),
    state: () => available(state()),
  }
}

const Counts = z.array(
  z.tuple([z.int(), z.int()]).transform(([at, votes]): VoteCount => ({ at: at * 1000, votes })),
)

const StoredProduct = Product.omit({ votesCount: true, commentsCount: true })

function productOf(
  stored: unknown,
  last: { votes: number | null; comments: number | null } = { votes: null, comments: null },
): Product {
  const product = StoredProduct.parse(stored)
  return { ...product, votesCount: last.votes, commentsCount: last.comments }
}

function seconds(ms: number) {
  return Math.floor(ms / 1000)
}

async function available<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    throw databaseError(error)
  }
}
