import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { deliveries, type watches, watchTargets } from '../storage/watch-schema.ts'
import { Message } from './message.ts'
import { FILE_OWNER, Spec } from './watch.ts'

// What owners see of their watches: no address and no secret.

const MAX_LISTED = 100

export type WatchRow = typeof watches.$inferSelect

/** Watches with what was told and what failed. */
export async function watchViews(database: Database, rows: readonly WatchRow[]) {
  const ids = rows.map(({ id }) => id)
  const [targets, counts] = await database.batch([
    database.select().from(watchTargets).where(inArray(watchTargets.watch, ids)),
    database
      .select({
        watch: deliveries.watch,
        done: sql<number>`sum(state = 'done')`,
        failed: sql<number>`sum(state = 'failed')`,
        last: sql<number>`max(created_at_ms)`,
      })
      .from(deliveries)
      .where(inArray(deliveries.watch, ids))
      .groupBy(deliveries.watch),
  ])
  return rows.map((row) => {
    const { done = 0, failed = 0, last = null } = counts.find(({ watch }) => watch === row.id) ?? {}
    return {
      id: row.id,
      ...Spec.parse(row.spec),
      to: targets
        .filter(({ watch }) => watch === row.id)
        .map(({ kind, host, failingSinceMs, disabled }) => {
          return { kind, host, failingSince: iso(failingSinceMs), disabled }
        }),
      isOfFile: row.owner === FILE_OWNER,
      createdAt: iso(row.createdAtMs) ?? '',
      nextAt: iso(row.dueAtMs),
      delivered: done,
      failed,
      lastToldAt: iso(last),
    }
  })
}

/** The last messages of a watch, or those with some ids. */
export async function deliveryViews(database: Database, watch: string, ids?: readonly string[]) {
  const rows = await database
    .select({ delivery: deliveries, kind: watchTargets.kind })
    .from(deliveries)
    .innerJoin(watchTargets, eq(watchTargets.id, deliveries.target))
    .where(and(eq(deliveries.watch, watch), ids && inArray(deliveries.id, [...ids])))
    .orderBy(desc(deliveries.createdAtMs), desc(sql`deliveries.rowid`))
    .limit(MAX_LISTED)
  return rows.map(({ kind, delivery: { id, host, state, attempts, outcome, ...row } }) => {
    const times = { createdAt: iso(row.createdAtMs) ?? '', nextAttemptAt: iso(row.dueAtMs) }
    return {
      ...{ id, kind, host, state, attempts, outcome },
      ...times,
      message: Message.parse(row.message),
    }
  })
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
