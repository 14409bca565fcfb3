import { eq, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '../core/durations.ts'
import { dayOf } from '../history/recorded-day.ts'
import { told, watches, watchTurns } from '../storage/watch-schema.ts'
import { findEvents, type TurnCounts } from './events.ts'
import { newsOf, type TurnRows } from './news.ts'
import { commit, storeMessages, storeTold } from './outbox.ts'
import { readCounts } from './read-counts.ts'
import { Spec, type Watch } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** How long it is remembered what was told: longer than launches are followed. */
const TOLD_MS = 45 * DAY_MS

type LastTurn = typeof watchTurns.$inferSelect

export type Turn = ReturnType<typeof createTurn>

/** A turn evaluates new counts of the votes, and stores its messages in the same transaction. */
export function createTurn(deps: WatchDeps) {
  const { database, history, now } = deps
  const ofSource = eq(watchTurns.source, history.source)
  let known: { revision: number; watches: Watch[] } | undefined

  /** The watches with a condition, read again when one has changed. */
  async function conditional(revision: number): Promise<Watch[]> {
    if (known?.revision === revision) return known.watches
    const { id, spec, sinceMs } = watches
    const rows = await database.select({ id, spec, sinceMs }).from(watches)
    const parsed = rows.map((row) => ({ ...row, spec: Spec.parse(row.spec) }))
    known = { revision, watches: parsed.filter((watch) => watch.spec.when) }
    return known.watches
  }

  /** Fails if another process has stored a turn, or a watch has changed, since `before` was read. */
  function storeTurn(before: LastTurn | undefined, name: string, { atMs, counted }: TurnCounts) {
    const { revision = 0, atMs: lastMs = 0 } = before ?? {}
    const isSame = sql`${watchTurns.revision} = ${revision} and ${watchTurns.atMs} = ${lastMs}`
    const set = { reading: name, launches: counted }
    return database
      .insert(watchTurns)
      .values({ source: history.source, atMs, ...set })
      .onConflictDoUpdate({
        target: watchTurns.source,
        set: { ...set, atMs: sql`case when ${isSame} then ${atMs} end` },
      })
  }

  const storeCounts = (counts: TurnRows['counts']) =>
    database
      .update(watches)
      .set({
        day: sql`one.value ->> 'day'`,
        sent: sql`one.value ->> 'sent'`,
        dueAtMs: sql`one.value ->> 'due'`,
      })
      .from(sql`json_each(${JSON.stringify(counts)}) as one`)
      .where(sql`${watches.id} = one.value ->> 'id'`)

  /** A launch of the sample launches again every day, under the same id. */
  function keysOf(launches: TurnCounts['launches']) {
    if (!history.isSimulated) return (id: string) => id
    const instants = new Map(launches.map(({ id, launchedAt }) => [id, launchedAt]))
    return (id: string) => `${id}@${instants.get(id)}`
  }

  return {
    /**
     * To be called after each count.
     *
     * @param isForced whether also without watches, so that the first one begins at the last count
     */
    async evaluate(isForced = false): Promise<void> {
      if (history.isAbsent && !isForced) return
      const [before] = await database.select().from(watchTurns).where(ofSource)
      const name = await history.version()
      // The end of a day is told although no votes have moved.
      const { endsAt } = dayOf((before?.atMs ?? 0) / 1000, history.timezone)
      if (before?.reading === name && now().getTime() < endsAt * 1000) return
      const all = await conditional(before?.revision ?? 0)
      if (all.length === 0 && !isForced) return
      const withRising = all.some(({ spec: { when } }) => when && 'rising' in when)
      const turnCounts = await readCounts(deps, before, { withRising, isComplete: !isForced })
      if (!turnCounts) return
      const found = before?.atMs ? findEvents(all, turnCounts) : []
      const news = await newsOf(found, keysOf(turnCounts.launches), deps)
      const atMs = now().getTime()
      await commit(database, [
        storeTurn(before, name, turnCounts),
        ...storeTold(database, news.told, atMs),
        ...(await storeMessages(database, news.messages)),
        storeCounts(news.counts),
        database.delete(told).where(lt(told.atMs, atMs - TOLD_MS)),
      ])
    },

    /** The launches at the last turn, and their keys in the table `told`. */
    async last() {
      const [before] = await database.select().from(watchTurns).where(ofSource)
      const turnCounts = await readCounts(deps, before, { withRising: true })
      return { atMs: before?.atMs ?? 0, turnCounts, keyed: keysOf(turnCounts?.launches ?? []) }
    },

    /** Goes with a change of a watch: a turn that is being evaluated without it is not stored. */
    noteChange: () =>
      database
        .insert(watchTurns)
        .values({ source: history.source, atMs: 0, reading: '', launches: 0, revision: 1 })
        .onConflictDoUpdate({
          target: watchTurns.source,
          set: { revision: sql`${watchTurns.revision} + 1` },
        }),
  }
}
