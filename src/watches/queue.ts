import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/durations.ts'
import type { Database } from '../storage/database.ts'
import { databaseNowMs } from '../storage/statements.ts'
import { deliveries, watchTargets } from '../storage/watch-schema.ts'
import type { SendOutcome } from './send.ts'

// The queue of deliveries, which several processes share. Every instant is by the database's clock.

/** The pauses between attempts, each up to a tenth longer at random. */
const RETRIES = [
  ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]

/** Longer than an attempt takes. */
const LEASE_MS = 30_000
const MAX_AT_ONCE = 6
/** A target that has failed for longer is switched off. */
const MAX_FAILING_MS = 5 * DAY_MS
const KEPT_MS = 30 * DAY_MS

type Delivery = typeof deliveries.$inferSelect

/** Leases due deliveries, one for each host. Deliveries of a process that died are leased again. */
export function leaseDue(database: Database): Promise<Delivery[]> {
  const isLeased = sql`due_at_ms is not null and leased_until_ms > ${databaseNowMs}`
  const due = sql`select id from (
    select id, host, min(due_at_ms) as first from ${deliveries}
    where due_at_ms <= ${databaseNowMs} and leased_until_ms <= ${databaseNowMs}
      and host not in (select host from ${deliveries} where ${isLeased})
    group by host order by first
    limit max(0, ${MAX_AT_ONCE} - (select count(*) from ${deliveries} where ${isLeased})))`
  return database
    .update(deliveries)
    .set({
      leasedUntilMs: sql`${databaseNowMs} + ${LEASE_MS}`,
      attempts: sql`${deliveries.attempts} + 1`,
    })
    .where(sql`${deliveries.id} in (${due})`)
    .returning()
}

/** The statements that store the outcome of an attempt, unless another process has leased it since. */
export function settle(
  database: Database,
  { id, attempts, target }: Delivery,
  { isDone, text, retryAfterMs = 0, isGone }: SendOutcome,
): BatchItem<'sqlite'>[] {
  const delayMs = RETRIES[attempts - 1]
  const isOver = isDone || isGone || delayMs === undefined
  const waitMs = Math.max((delayMs ?? 0) * (1 + Math.random() / 10), retryAfterMs)
  const attempted = database
    .update(deliveries)
    .set({
      leasedUntilMs: 0,
      outcome: text,
      state: isDone ? 'done' : isOver ? 'failed' : 'pending',
      dueAtMs: isOver ? null : sql`${databaseNowMs} + ${Math.ceil(waitMs)}`,
    })
    .where(and(eq(deliveries.id, id), eq(deliveries.attempts, attempts)))
  const ofTarget = eq(watchTargets.id, target)
  if (isDone) {
    return [attempted, database.update(watchTargets).set({ failingSinceMs: null }).where(ofTarget)]
  }
  const failingSinceMs = sql`coalesce(${watchTargets.failingSinceMs}, ${databaseNowMs})`
  const tooLong = sql`${databaseNowMs} - ${failingSinceMs} > ${MAX_FAILING_MS}`
  const reason = `five days without a success: ${text}`
  const disabled = isGone ? text : sql`case when ${tooLong} then ${reason} end`
  const switchedOff = sql`(select id from ${watchTargets} where id = ${target} and disabled is not null)`
  return [
    attempted,
    database.update(watchTargets).set({ failingSinceMs, disabled }).where(ofTarget),
    database
      .update(deliveries)
      .set({ state: 'failed', dueAtMs: null })
      .where(and(eq(deliveries.state, 'pending'), inArray(deliveries.target, switchedOff))),
  ]
}

/** Deletes deliveries that ended long ago. */
export function deleteOld(database: Database) {
  return database
    .delete(deliveries)
    .where(sql`${deliveries.createdAtMs} < ${databaseNowMs} - ${KEPT_MS} and due_at_ms is null`)
}
