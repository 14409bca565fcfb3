import { and, desc, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { HOUR_MS } from '../core/durations.ts'
import type { Database } from '../storage/database.ts'
import { runs } from '../storage/run-schema.ts'
import { answers, messages } from '../storage/schema.ts'
import { platformOperation } from './operation.ts'
import type { Store } from './store.ts'

/** What can be asked for: a day by hour, or a month by day, of UTC. */
const PERIODS = {
  day: { intervalMs: HOUR_MS, intervals: 24 },
  month: { intervalMs: 24 * HOUR_MS, intervals: 30 },
} as const

/** No index has the time of messages: the newest are counted, up to this many. */
const MAX_MESSAGES = 100_000

const StatsQuery = z.object({
  period: z
    .enum(['day', 'month'])
    .default('day')
    .describe('The last 24 hours, by hour, or the last 30 days, by day (UTC).'),
})

const Figures = z.object({
  messages: z.int().describe('Messages sent, those of agents included.'),
  answers: z.int().describe('Answers that agents have completed.'),
  failures: z.int().describe('Answers that failed, those of deleted agents included.'),
})

export const PlatformStats = Figures.extend({
  since: z.int().describe('Unix seconds.'),
  medianMs: z.int().nullable().describe('How long half of the answers took at most.'),
  intervals: z.array(Figures.extend({ at: z.int().describe('Its start, in Unix seconds.') })),
  isPartial: z
    .boolean()
    .describe(`Whether there were more messages: only the newest ${MAX_MESSAGES} are counted.`),
}).meta({ id: 'PlatformStats' })

export function statsOperations({ database, now }: Store) {
  return [
    platformOperation('getStats', 'get', '/v3/stats', {
      summary: 'Messages, answers of agents and failures of a day by hour, or of a month by day',
      query: StatsQuery,
      data: PlatformStats,
      handle: async ({ query }) => ({ data: await readStats(database, query.period, now()) }),
    }),
  ]
}

async function readStats(
  database: Database,
  period: keyof typeof PERIODS,
  now: Date,
): Promise<z.output<typeof PlatformStats>> {
  const { intervalMs, intervals: count } = PERIODS[period]
  const first = Math.floor(now.getTime() / intervalMs) - count + 1
  const sinceMs = first * intervalMs
  const [sent, ended, isPartial] = await Promise.all([
    countMessages(database, sinceMs, intervalMs),
    countAnswers(database, sinceMs, intervalMs),
    hasMoreMessages(database, sinceMs),
  ])
  const intervals = Array.from({ length: count }, (_, index) => {
    const isOf = ({ interval }: { interval: number }) => interval === first + index
    const countOf = (state: 'done' | 'failed') =>
      ended.filter(isOf).find((row) => row.state === state)?.count ?? 0
    return {
      at: ((first + index) * intervalMs) / 1000,
      messages: sent.find(isOf)?.count ?? 0,
      answers: countOf('done'),
      failures: countOf('failed'),
    }
  })
  const total = (name: 'messages' | 'answers' | 'failures') =>
    intervals.reduce((sum, interval) => sum + interval[name], 0)
  const figures = {
    messages: total('messages'),
    answers: total('answers'),
    failures: total('failures'),
  }
  const since = sinceMs / 1000
  const median = await medianMs(database, sinceMs, figures.answers)
  return { since, ...figures, medianMs: median, intervals, isPartial }
}

const OLDEST = sql`(select max(id) from ${messages}) - ${MAX_MESSAGES}`

function countMessages(database: Database, sinceMs: number, intervalMs: number) {
  const interval = sql<number>`${messages.sentAt} / ${sql.raw(String(intervalMs / 1000))}`
  return database
    .select({ interval, count: sql<number>`count(*)` })
    .from(messages)
    .where(and(gt(messages.id, OLDEST), messages.isCounted, gte(messages.sentAt, sinceMs / 1000)))
    .groupBy(interval)
}

async function hasMoreMessages(database: Database, sinceMs: number): Promise<boolean> {
  const { id, sentAt } = messages
  const older = database.select({ sentAt }).from(messages).where(lte(id, OLDEST))
  const [newest] = await older.orderBy(desc(id)).limit(1)
  return newest !== undefined && newest.sentAt * 1000 >= sinceMs
}

function countAnswers(database: Database, sinceMs: number, intervalMs: number) {
  const interval = sql<number>`${runs.startedAtMs} / ${sql.raw(String(intervalMs))}`
  return database
    .select({ interval, state: runs.state, count: sql<number>`count(*)` })
    .from(runs)
    .innerJoin(answers, eq(answers.runId, runs.runId))
    .where(and(gte(runs.startedAtMs, sinceMs), inArray(runs.state, ['done', 'failed'])))
    .groupBy(interval, runs.state)
}

async function medianMs(database: Database, sinceMs: number, count: number) {
  const ms: SQL<number> = sql<number>`${runs.endedAtMs} - ${runs.startedAtMs}`
  const [median] = await database
    .select({ ms })
    .from(runs)
    .innerJoin(answers, eq(answers.runId, runs.runId))
    .where(and(gte(runs.startedAtMs, sinceMs), eq(runs.state, 'done')))
    .orderBy(ms)
    .limit(1)
    .offset(Math.floor(count / 2))
  return median?.ms ?? null
}
