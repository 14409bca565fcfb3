import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { databaseError } from '../storage/database-error.ts'
import { told, watches } from '../storage/watch-schema.ts'
import { messageOf } from './compose.ts'
import { digestPeriod, nextDigest } from './digest.ts'
import { Item, type Message } from './message.ts'
import { commit, storeMessages, storeTold } from './outbox.ts'
import { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** A digest waits so long for the last votes of its period. */
const MAX_LATE_MS = 2 * 3_600_000

/** So many are made at once; the others a minute later. */
const MAX_DUE = 20

type Row = typeof watches.$inferSelect

interface Due {
  message: Message
  /** Names it, so that it is told once. */
  event: string
  dueAtMs: number | null
}

/** Makes the digests, and the summaries of days with too many messages, that are due. */
export function createDue(deps: WatchDeps) {
  const { database, ranking, history, log, now } = deps

  async function digest(row: Row, spec: Spec, dueMs: number): Promise<Due | undefined> {
    const tz = spec.tz ?? deps.defaultTimezone
    const period = digestPeriod(spec, tz, dueMs)
    const { window } = resolveTimeframe(period, { tz, now: now() })
    const { limit = 10, topic } = spec
    const read = await ranking.launches({ window, limit, topic }).catch((error: unknown) => {
      log.warn('digest-not-read', { watch: row.id, error })
      return undefined
    })
    const isWhole = read !== undefined && !read.stale && read.asOf >= window.postedBefore
    if (!isWhole && now().getTime() < dueMs + MAX_LATE_MS) return undefined
    const items = (read?.products ?? []).map((product, at): Item => {
      const votes = product.votesCount ?? 0
      const text = `#${at + 1} ${product.name}, ${votes} votes`
      return { event: 'launch.ranked', text, product, votes, rank: at + 1 }
    })
    const message = messageOf({
      type: 'watch.digest',
      watch: { id: row.id, name: spec.name ?? '' },
      title: `${spec.name}: ${period}`,
      items,
      period,
      ...(!isWhole && { stale: true }),
      now: now(),
      isSimulated: history.isSimulated,
    })
    const dueAtMs = nextDigest(spec, tz, Math.max(dueMs, now().getTime()))
    return { message, event: `digest:${period}`, dueAtMs }
  }

  async function summary(row: Row, spec: Spec): Promise<Due> {
    const held = await database
      .select({ held: told.held })
      .from(told)
      .where(and(eq(told.watch, row.id), isNotNull(told.held)))
    const items = held.map((one) => Item.parse(one.held))
    const message = messageOf({
      type: 'watch.summary',
      watch: { id: row.id, name: spec.name ?? '' },
      title: `${spec.name}: the rest of ${row.day}`,
      items: items.sort((one, other) => other.votes - one.votes),
      now: now(),
      isSimulated: history.isSimulated,
    })
    return { message, event: `summary:${row.day}`, dueAtMs: null }
  }

  async function send(row: Row) {
    const spec = Spec.parse(row.spec)
    const due = spec.digest ? await digest(row, spec, row.dueAtMs ?? 0) : await summary(row, spec)
    if (!due) return
    const { message, event, dueAtMs } = due
    await commit(database, [
      database.update(watches).set({ dueAtMs }).where(eq(watches.id, row.id)),
      database
        .update(told)
        .set({ held: null })
        .where(and(eq(told.watch, row.id), isNotNull(told.held))),
      ...storeTold(database, [{ watch: row.id, launch: '', event }], now().getTime()),
      ...(await storeMessages(database, [message])),
    ])
  }

  return async () => {
    const rows = await database
      .select()
      .from(watches)
      .where(lte(watches.dueAtMs, now().getTime()))
      .orderBy(watches.dueAtMs)
      .limit(MAX_DUE)
    for (const row of rows) {
      await send(row).catch((error: unknown) => {
        log.error('watch-not-due', { watch: row.id, error: databaseError(error) })
      })
    }
  }
}
