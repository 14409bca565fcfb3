import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { HOUR_MS } from '../core/durations.ts'
import { votesText } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { databaseError } from '../storage/database-error.ts'
import { told, watches } from '../storage/watch-schema.ts'
import { messageOf } from './compose.ts'
import { digestPeriod, nextDigest } from './digest.ts'
import { WatchItem, type WatchMessage } from './message.ts'
import { commit, storeMessages, storeTold } from './outbox.ts'
import { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** How long a digest waits for the last votes of its period. */
const MAX_LATE_MS = 2 * HOUR_MS

/** How many are made in one minute. */
const MAX_DUE = 20

interface DueWatch {
  id: string
  spec: Spec
  day: string | null
}

interface Due {
  message: WatchMessage
  /** Its key, so that it is told once. */
  event: string
  dueAtMs: number | null
}

/** Makes the digests that are due, and the summaries of days with too many messages. */
export function createDue(deps: WatchDeps) {
  const { database, ranking, log, now } = deps

  /** Undefined while it waits for the last votes. */
  async function digest(watch: DueWatch, dueMs: number): Promise<Due | undefined> {
    const { id, spec } = watch
    const { tz = deps.defaultTimezone, limit = 10, topic } = spec
    const period = digestPeriod(spec, tz, dueMs)
    const { window } = resolveTimeframe(period, { tz, now: now() })
    const read = await ranking.launches({ window, limit, topic }).catch((error: unknown) => {
      log.warn('digest-not-read', { watch: id, error })
      return undefined
    })
    const isWhole = read !== undefined && !read.stale && read.asOf >= window.postedBefore
    if (!isWhole && now().getTime() < dueMs + MAX_LATE_MS) return undefined
    const items = (read?.products ?? []).map((product, index): WatchItem => {
      const [rank, votes] = [index + 1, product.votesCount ?? 0]
      const text = `#${rank} ${product.name}, ${votesText(votes)}`
      return { event: 'launch.ranked', text, product, votes, rank }
    })
    const message = messageOf(deps, watch, {
      type: 'watch.digest',
      title: `${spec.name}: ${period}`,
      items,
      period,
      ...(!isWhole && { stale: true }),
    })
    const dueAtMs = nextDigest(spec, tz, Math.max(dueMs, now().getTime()))
    return { message, event: `digest:${period}`, dueAtMs }
  }

  async function summary(watch: DueWatch): Promise<Due> {
    const { spec, day } = watch
    const rows = await database.select({ held: told.held }).from(told).where(isHeld(watch.id))
    const items = rows.map(({ held }) => WatchItem.parse(held))
    const message = messageOf(deps, watch, {
      type: 'watch.summary',
      title: `${spec.name}: the rest of ${day}`,
      items: items.sort((one, other) => other.votes - one.votes),
    })
    return { message, event: `summary:${day}`, dueAtMs: null }
  }

  async function store(row: typeof watches.$inferSelect) {
    const { id, day } = row
    const watch = { id, day, spec: Spec.parse(row.spec) }
    const due = watch.spec.digest ? await digest(watch, row.dueAtMs ?? 0) : await summary(watch)
    if (!due) return
    const { message, event, dueAtMs } = due
    await commit(database, [
      database.update(watches).set({ dueAtMs }).where(eq(watches.id, id)),
      database.update(told).set({ held: null }).where(isHeld(id)),
      ...storeTold(database, [{ watch: id, launch: '', event }], now().getTime()),
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
      await store(row).catch((error: unknown) => {
        log.error('watch-not-due', { watch: row.id, error: databaseError(error) })
      })
    }
  }
}

const isHeld = (watch: string) => and(eq(told.watch, watch), isNotNull(told.held))
