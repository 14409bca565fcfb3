import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../storage/database.ts'
import { runs } from '../storage/run-schema.ts'
import { agents, answers, messages } from '../storage/schema.ts'
import { operation } from './operation.ts'
import type { Store } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Messages and runs that are counted: the newest ones. */
const MAX_COUNTED = 10_000

export const Stats = z
  .object({
    since: z.int().describe('Unix seconds: 24 hours ago.'),
    messages: z.int().describe('Messages sent, those of agents included.'),
    answers: z.int().describe('Answers that agents have completed.'),
    failures: z.int().describe('Answers that failed.'),
    medianMs: z.int().nullable().describe('How long half of the answers took at most.'),
    slowMs: z.int().nullable().describe('How long 95 % of the answers took at most.'),
    isPartial: z
      .boolean()
      .describe(`Whether there were more: only the newest ${MAX_COUNTED} are counted.`),
  })
  .meta({ id: 'PlatformStats' })

/** The figures of the last 24 hours. */
export function statsOperations({ database, now }: Store) {
  return [
    operation('getStats', 'get', '/v3/stats', {
      summary: 'Messages, answers of agents, failures and times of the last 24 hours',
      data: Stats,
      handle: async () => ({ data: await readStats(database, now().getTime() - DAY_MS) }),
    }),
  ]
}

async function readStats(database: Database, sinceMs: number): Promise<z.output<typeof Stats>> {
  const since = Math.floor(sinceMs / 1000)
  // By id, which has an index: no older message has a higher one.
  const newest = await database
    .select({ isSaid: messages.isSaid, sentAt: messages.sentAt })
    .from(messages)
    .orderBy(desc(messages.id))
    .limit(MAX_COUNTED)
  const sent = newest.filter(({ isSaid, sentAt }) => isSaid && sentAt >= since)
  const { state, startedAtMs, endedAtMs } = runs
  const recentRuns = await database
    .select({ state, startedAtMs, endedAtMs })
    .from(runs)
    .innerJoin(answers, eq(answers.runId, runs.runId))
    .where(
      and(
        inArray(answers.agentUid, database.select({ uid: agents.uid }).from(agents)),
        gte(startedAtMs, sinceMs),
        inArray(state, ['done', 'failed']),
      ),
    )
    .orderBy(desc(startedAtMs))
    .limit(MAX_COUNTED)
  const done = recentRuns.filter((run) => run.state === 'done')
  const times = done.map((run) => (run.endedAtMs ?? run.startedAtMs) - run.startedAtMs)
  times.sort((one, other) => one - other)
  return {
    since,
    messages: sent.length,
    answers: done.length,
    failures: recentRuns.length - done.length,
    medianMs: times[Math.floor(times.length * 0.5)] ?? null,
    slowMs: times[Math.floor(times.length * 0.95)] ?? null,
    isPartial: sent.length === MAX_COUNTED || recentRuns.length === MAX_COUNTED,
  }
}
