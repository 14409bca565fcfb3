import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { unseal } from '../core/sealed.ts'
import { databaseNowMs, isOneOf } from '../storage/statements.ts'
import { deliveries, watches, watchTargets } from '../storage/watch-schema.ts'
import { Message } from './message.ts'
import { attempt, type Outcome } from './send.ts'
import { Target } from './target.ts'
import type { WatchDeps } from './watch-deps.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Between two attempts, with a tenth at random on top. */
const RETRIES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]

/** Longer than an attempt takes. */
const LEASE_MS = 30 * SECOND
const MAX_AT_ONCE = 6
/** A target that fails for so long gets nothing any more. */
const MAX_FAILING_MS = 5 * DAY
const KEPT_MS = 30 * DAY
/** The secret before signs for so long. */
const ROTATION_MS = DAY

/** Sends what is due: each host gets one message at a time. Several processes share the work. */
export function createDeliver(deps: WatchDeps) {
  const { database, log } = deps

  /** Leases rows by the database's clock. A row whose process died is leased again. */
  const claim = () => {
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

  type Row = Awaited<ReturnType<typeof claim>>[number]

  async function secretsOf(row: typeof watches.$inferSelect) {
    const { id, secret, secretBefore, rotatedAtMs } = row
    const isRecent = (rotatedAtMs ?? 0) > deps.now().getTime() - ROTATION_MS
    const signing = [secret, ...(isRecent && secretBefore ? [secretBefore] : [])]
    return Promise.all(signing.map((one) => unseal(one, ['watch-secret', id], deps.dataKey)))
  }

  async function send(row: Row, known: Awaited<ReturnType<typeof addresses>>): Promise<Outcome> {
    const { target, watch } = known.find((one) => one.target.id === row.target) ?? {}
    if (!target || !watch)
      return { isDone: false, text: 'The target has been removed.', isGone: true }
    try {
      const address = await unseal(target.address, ['watch-target', watch.id], deps.dataKey)
      const sent = {
        id: row.id,
        message: Message.parse(row.message),
        secrets: await secretsOf(watch),
      }
      return await attempt(Target.parse(JSON.parse(address)), sent, deps)
    } catch (error) {
      log.error('delivery-not-possible', { delivery: row.id, error })
      return { isDone: false, text: 'DATA_KEY is not the key that the target was stored with.' }
    }
  }

  const addresses = (rows: readonly Row[]) =>
    database
      .select({ target: watchTargets, watch: watches })
      .from(watchTargets)
      .innerJoin(watches, eq(watches.id, watchTargets.watch))
      .where(
        isOneOf(
          watchTargets.id,
          rows.map(({ target }) => target),
        ),
      )

  /** A row that another process has leased since is that one's. */
  function settle(
    row: Row,
    { isDone, text, retryAfterMs = 0, isGone }: Outcome,
  ): BatchItem<'sqlite'>[] {
    const delay = RETRIES[row.attempts - 1]
    const isOver = isDone || isGone || delay === undefined
    const waitMs = Math.max((delay ?? 0) * (1 + Math.random() / 10), retryAfterMs)
    const isOurs = and(eq(deliveries.id, row.id), eq(deliveries.attempts, row.attempts))
    const failingSince = sql`coalesce(${watchTargets.failingSinceMs}, ${databaseNowMs})`
    const tooLong = sql`${databaseNowMs} - ${failingSince} > ${MAX_FAILING_MS}`
    const reason = isGone
      ? text
      : sql`case when ${tooLong} then ${`five days without a success: ${text}`} end`
    log.info('delivery', { delivery: row.id, watch: row.watch, attempt: row.attempts, isDone })
    return [
      database
        .update(deliveries)
        .set({
          leasedUntilMs: 0,
          outcome: text,
          state: isDone ? 'done' : isOver ? 'failed' : 'pending',
          dueAtMs: isOver ? null : sql`${databaseNowMs} + ${Math.ceil(waitMs)}`,
        })
        .where(isOurs),
      database
        .update(watchTargets)
        .set(isDone ? { failingSinceMs: null } : { failingSinceMs: failingSince, disabled: reason })
        .where(eq(watchTargets.id, row.target)),
      ...(isDone
        ? []
        : [
            database
              .update(deliveries)
              .set({ state: 'failed', dueAtMs: null })
              .where(
                and(
                  eq(deliveries.state, 'pending'),
                  inArray(
                    deliveries.target,
                    sql`(select id from ${watchTargets} where id = ${row.target} and disabled is not null)`,
                  ),
                ),
              ),
          ]),
    ]
  }

  /** What arrived or failed long ago is deleted. */
  const thin = () =>
    database
      .delete(deliveries)
      .where(sql`${deliveries.createdAtMs} < ${databaseNowMs} - ${KEPT_MS} and due_at_ms is null`)

  /** Sends until nothing is due, or for so many rounds. */
  return async (rounds = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const rows = await claim()
      if (rows.length === 0) return
      const known = await addresses(rows)
      const settled = await Promise.all(
        rows.map(async (row) => settle(row, await send(row, known))),
      )
      await database.batch([thin(), ...settled.flat()])
    }
  }
}
