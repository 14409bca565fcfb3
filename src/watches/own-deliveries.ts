import { and, desc, eq, sql } from 'drizzle-orm'
import { digest } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { isoOf, isoOrNull } from '../core/instant.ts'
import type { Database } from '../storage/database.ts'
import { databaseNowMs, isOneOf } from '../storage/statements.ts'
import { deliveries, watches, watchTargets } from '../storage/watch-schema.ts'
import { messageOf } from './compose.ts'
import type { createDeliver } from './deliver.ts'
import { WatchMessage } from './message.ts'
import { storeMessages } from './outbox.ts'
import { findOwn, type Owner } from './own-watches.ts'
import { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

const MAX_LISTED = 100

/** An owner's view of the messages of a watch, and ways to send one now. */
export function createOwnDeliveries(deps: WatchDeps, deliver: ReturnType<typeof createDeliver>) {
  const { database } = deps
  return {
    deliveries: async (owner: Owner, id: string) =>
      deliveryViews(database, (await findOwn(database, owner, id)).id),

    /** Sends a test message to each target. */
    async test(owner: Owner, id: string) {
      const { spec } = await findOwn(database, owner, id)
      const title = `A test of the watch “${spec.name}”`
      const message = messageOf(deps, { id, spec }, { type: 'watch.test', title, items: [] })
      const [first, ...rest] = await storeMessages(database, [message])
      if (first) await database.batch([first, ...rest])
      await deliver(2)
      const all = await deliveryViews(database, id)
      return all.filter((one) => one.message.timestamp === message.timestamp)
    },

    /** Sends a message again, under its id. A target that was switched off is switched on again. */
    async retry(owner: Owner, id: string, delivery: string) {
      await findOwn(database, owner, id)
      const [before] = await deliveryViews(database, id, [delivery])
      if (!before || before.kind === 'feed') {
        throw new AppError('not-found', 'There is no such delivery.')
      }
      const ofDelivery = and(eq(deliveries.id, delivery), eq(deliveries.watch, id))
      const target = sql`(select target from ${deliveries} where ${ofDelivery})`
      await database.batch([
        database
          .update(watchTargets)
          .set({ disabled: null, failingSinceMs: null })
          .where(sql`${watchTargets.id} = ${target}`),
        database
          .update(deliveries)
          .set({ state: 'pending', dueAtMs: databaseNowMs, attempts: 0 })
          .where(ofDelivery),
      ])
      await deliver(2)
      const [after = before] = await deliveryViews(database, id, [delivery])
      return after
    },

    /** The name and messages of the watch whose private feed has the key; undefined if none has. */
    async feed(key: string) {
      const ofKey = eq(watches.feedKey, await digest(key))
      const [row] = await database.select().from(watches).where(ofKey)
      if (!row) return undefined
      const all = await deliveryViews(database, row.id)
      return {
        name: Spec.parse(row.spec).name ?? '',
        messages: all
          .filter(({ kind }) => kind === 'feed')
          .map(({ message, id }) => ({ ...message, id })),
      }
    },
  }
}

/** The last messages of a watch, or those with some ids. */
async function deliveryViews(database: Database, watch: string, ids?: readonly string[]) {
  const rows = await database
    .select({ delivery: deliveries, kind: watchTargets.kind })
    .from(deliveries)
    .innerJoin(watchTargets, eq(watchTargets.id, deliveries.target))
    .where(and(eq(deliveries.watch, watch), ids && isOneOf(deliveries.id, ids)))
    .orderBy(desc(deliveries.createdAtMs), desc(sql`deliveries.rowid`))
    .limit(MAX_LISTED)
  return rows.map(({ kind, delivery: { id, host, state, attempts, outcome, ...row } }) => ({
    id,
    kind,
    host,
    state,
    attempts,
    outcome,
    createdAt: isoOf(row.createdAtMs),
    nextAttemptAt: isoOrNull(row.dueAtMs),
    message: WatchMessage.parse(row.message),
  }))
}
