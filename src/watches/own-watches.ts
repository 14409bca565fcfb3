import { and, desc, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { digest, randomHex } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { isoOf, isoOrNull } from '../core/instant.ts'
import type { Database } from '../storage/database.ts'
import { isOneOf } from '../storage/statements.ts'
import { deliveries, told, watches, watchTargets } from '../storage/watch-schema.ts'
import { hasMadeName } from './compose.ts'
import { storeTold } from './outbox.ts'
import { type createStoring, feedKeyFor, newSecret } from './storing.ts'
import { kindOf } from './target.ts'
import type { Turn } from './turn.ts'
import { FILE_OWNER, merged, Spec, type WatchBody, type WatchChange } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

const MAX_OF_OWNER = 100
const MAX_WATCHES = 10_000

/** The id of a caller. On a service without callers it is empty, and sees the watches of the file too. */
export type Owner = string

type Row = typeof watches.$inferSelect
type OwnWatch = Omit<Row, 'spec'> & { spec: Spec }

/** The watches of callers: each sees and changes its own. */
export function createOwnWatches(
  { database, now }: WatchDeps,
  turn: Turn,
  storing: ReturnType<typeof createStoring>,
) {
  async function get(owner: Owner, id: string) {
    const [view] = await watchViews(database, [await findOwn(database, owner, id)])
    if (!view) throw new AppError('internal', 'A watch has no view.')
    return view
  }

  /** The secret that a change asks for, and the key of a feed that it adds. */
  async function newKeys(watch: OwnWatch, { to, rotateSecret }: WatchChange) {
    const secret = rotateSecret ? newSecret() : undefined
    const feedKey = watch.feedKey || !to ? undefined : feedKeyFor(to)
    const set: Partial<Row> = {
      ...(feedKey && { feedKey: await digest(feedKey) }),
      ...(secret && {
        secret: await storing.sealed(secret, watch.id),
        secretBefore: watch.secret,
        rotatedAtMs: now().getTime(),
      }),
    }
    return { secret, feedKey, set }
  }

  return {
    get,

    list: async (owner: Owner) =>
      watchViews(
        database,
        await database
          .select()
          .from(watches)
          .where(isOneOf(watches.owner, ownersOf(owner)))
          .orderBy(desc(watches.createdAtMs), desc(watches.id)),
      ),

    async create(owner: Owner, body: WatchBody) {
      const ofOwner = sql<number>`sum(owner = ${owner})`
      const [count] = await database.select({ all: sql<number>`count(*)`, ofOwner }).from(watches)
      if ((count?.ofOwner ?? 0) >= MAX_OF_OWNER || (count?.all ?? 0) >= MAX_WATCHES) {
        const message = `There are too many watches: delete some. A caller may have ${MAX_OF_OWNER}.`
        throw new AppError('forbidden', message)
      }
      const id = `watch_${randomHex(12)}`
      const note = await storing.topicNote(body)
      const { met, secret, feedKey } = await storing.insert(id, owner, body)
      const isSigned = body.to.some((target) => kindOf(target).kind === 'standard')
      return {
        watch: await get(owner, id),
        met,
        note,
        secret: isSigned ? secret : undefined,
        feedKey,
      }
    },

    async change(owner: Owner, id: string, change: WatchChange) {
      const before = await findChangeable(database, owner, id)
      const { to, rotateSecret: _, ...given } = change
      // A name that was made follows what the watch is for.
      const name = hasMadeName(before.spec) ? undefined : before.spec.name
      const spec = await storing.named(merged({ ...before.spec, name }, given))
      const note = await storing.topicNote(spec)
      const begin = isSame(spec, before.spec) ? undefined : await storing.beginning(id, spec)
      const { met, baseline = [], ...begun } = begin ?? {}
      const { secret, feedKey, set } = await newKeys(before, change)
      const others: BatchItem<'sqlite'>[] = [turn.noteChange()]
      if (begin) others.push(database.delete(told).where(eq(told.watch, id)))
      others.push(...storeTold(database, baseline, now().getTime()))
      if (to) others.push(...(await storing.replaceTargets(id, to)))
      const changed = database.update(watches).set({ spec, ...begun, ...set })
      await database.batch([changed.where(eq(watches.id, id)), ...others])
      return { watch: await get(owner, id), met, note, secret, feedKey }
    },

    async remove(owner: Owner, id: string) {
      await findChangeable(database, owner, id)
      await database.batch([database.delete(watches).where(eq(watches.id, id)), turn.noteChange()])
    },
  }
}

const ownersOf = (owner: Owner) => (owner === '' ? ['', FILE_OWNER] : [owner])

/** @throws AppError `not-found`, also for the watches of others */
export async function findOwn(database: Database, owner: Owner, id: string): Promise<OwnWatch> {
  const isOwn = and(eq(watches.id, id), isOneOf(watches.owner, ownersOf(owner)))
  const [row] = await database.select().from(watches).where(isOwn)
  if (!row) throw new AppError('not-found', 'There is no such watch.')
  return { ...row, spec: Spec.parse(row.spec) }
}

async function findChangeable(database: Database, owner: Owner, id: string) {
  const watch = await findOwn(database, owner, id)
  if (watch.owner === owner) return watch
  throw new AppError('forbidden', 'This watch is in WATCHES_FILE: change it there.')
}

/** Whether two watch the same, apart from their names. */
function isSame(one: Spec, other: Spec): boolean {
  const text = ({ name: _name, ...spec }: Spec) => JSON.stringify(Object.entries(spec).toSorted())
  return text(one) === text(other)
}

/** Watches as owners see them, without addresses and secrets. */
async function watchViews(database: Database, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const [targets, counts] = await database.batch([
    database.select().from(watchTargets).where(isOneOf(watchTargets.watch, ids)),
    database
      .select({
        watch: deliveries.watch,
        delivered: sql<number>`sum(state = 'done')`,
        failed: sql<number>`sum(state = 'failed')`,
        lastMs: sql<number | null>`max(case when state = 'done' then created_at_ms end)`,
      })
      .from(deliveries)
      .where(isOneOf(deliveries.watch, ids))
      .groupBy(deliveries.watch),
  ])
  return rows.map((row) => {
    const count = counts.find(({ watch }) => watch === row.id)
    return {
      id: row.id,
      ...Spec.parse(row.spec),
      to: targets
        .filter(({ watch }) => watch === row.id)
        .map(({ kind, host, failingSinceMs, disabled }) => {
          return { kind, host, failingSince: isoOrNull(failingSinceMs), disabled }
        }),
      isOfFile: row.owner === FILE_OWNER,
      createdAt: isoOf(row.createdAtMs),
      nextAt: isoOrNull(row.dueAtMs),
      delivered: count?.delivered ?? 0,
      failed: count?.failed ?? 0,
      lastToldAt: isoOrNull(count?.lastMs ?? null),
    }
  })
}
