import { and, asc, eq, getTableColumns, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../ranking/calendar.ts'
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
import { type CountRange, GAP_REASONS, type History } from './history.ts'
import { gapBefore } from './recording-store.ts'

interface RecordedHistoryOptions {
  database: Database
  source: SourceName
  timezone: string
  now(): Date
}

/** Launches of so many days are compared with, at most so many. */
const COMPARED_DAYS = 60
const MAX_COMPARED = 10_000

/** Every hour of a week, for as long as launches are read once an hour. */
const MAX_AGES = 169
const COMPARED_MS = 30 * 60_000

/** What a snapshot takes, with its share of the pages that are not full. */
const BYTES = 24

/** The history in the database. */
export function recordedHistory(options: RecordedHistoryOptions): History {
  const { database, source, timezone, now } = options
  const isOurs = eq(launches.source, source)
  const productText = sql<string>`${launches.product}`
  const compared = new LRUCache<number, number[]>({ max: MAX_AGES, ttl: COMPARED_MS })

  const lastOf = <Value>(value: SQL<Value>, until: SQL | number) => sql<Value>`(
    select ${value} from ${snapshots}
    where launch = ${launches.number} and at <= ${until} order by at desc limit 1
  )`

  const launch = async (id: string) => {
    const isLaunch = and(isOurs, eq(launches.id, id))
    const moment = seconds(now().getTime())
    const ofDay = and(
      eq(recordedDays.source, launches.source),
      lte(recordedDays.startsAt, launches.launchedAt),
      gt(recordedDays.endsAt, launches.launchedAt),
    )
    const ofGap = and(
      eq(historyGaps.source, launches.source),
      eq(historyGaps.dayStartsAt, recordedDays.startsAt),
      gt(historyGaps.until, launches.launchedAt),
    )
    const taken = sql<string>`(
      select json_group_array(json_array(at, votes, comments, rank)) from (
        select at, votes, comments, rank from ${snapshots}
        where launch = ${launches.number} and at <= ${moment} order by at
      )
    )`
    const { launchedAt } = launches
    // One batch, as each waits for its turn in the database.
    const [[found], days, gaps] = await database.batch([
      database.select({ product: productText, launchedAt, taken }).from(launches).where(isLaunch),
      database
        .select(getTableColumns(recordedDays))
        .from(launches)
        .innerJoin(recordedDays, ofDay)
        .where(isLaunch),
      database
        .select(getTableColumns(historyGaps))
        .from(launches)
        .innerJoin(recordedDays, ofDay)
        .innerJoin(historyGaps, ofGap)
        .where(isLaunch)
        .orderBy(asc(historyGaps.from)),
    ])
    if (!found) return undefined
    const launched = found.launchedAt
    // Not validated: the database made it.
    const rows: [number, number, number | null, number | null][] = JSON.parse(found.taken)
    const all = rows.map(([at, votes, comments, rank]) => ({
      at: at * 1000,
      votes,
      comments,
      rank,
    }))
    const missed = [...gaps, ...days.flatMap((day) => gapBefore(moment, day) ?? [])]
    return {
      product: productOf(found.product, all.at(-1)),
      launchedAt: launched * 1000,
      snapshots: all,
      gaps: missed.map(({ from, until, reason }) => ({
        from: Math.max(from, launched) * 1000,
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
      .select({ product: productText, launchedAt: launches.launchedAt, counts, comments })
      .from(launches)
      .where(
        and(
          isOurs,
          gte(launches.launchedAt, seconds(launchedFrom)),
          lt(launches.launchedAt, seconds(launchedUntil)),
        ),
      )
    return rows.map((row) => {
      const pairs: [number, number][] = JSON.parse(row.counts)
      const counts = pairs.map(([at, votes]) => ({ at: at * 1000, votes }))
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

/** Not validated: the recorder stored it, and a week has a thousand of them. */
function productOf(
  text: string,
  last: { votes: number | null; comments: number | null } = { votes: null, comments: null },
): Product {
  const product: Omit<Product, 'votesCount' | 'commentsCount'> = JSON.parse(text)
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
