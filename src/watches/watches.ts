import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { digest, randomHex } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { databaseNowMs } from '../storage/statements.ts'
import { deliveries, told, watches, watchTargets } from '../storage/watch-schema.ts'
import { messageOf } from './compose.ts'
import { createDeliver } from './deliver.ts'
import { createDue } from './due.ts'
import { createFileWatches } from './file-watches.ts'
import { storeMessages, storeTold } from './outbox.ts'
import { deliveryViews, type WatchRow, watchViews } from './shown.ts'
import { createStoring, feedKeyFor, newSecret } from './storing.ts'
import { kindOf } from './target.ts'
import { createTurn } from './turn.ts'
import { FILE_OWNER, merged, Spec, type WatchBody, type WatchChange } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

const MAX_OF_OWNER = 100
const MAX_WATCHES = 10_000

export type Watches = ReturnType<typeof createWatches>

/** Who calls: the watches they see, and those they may change. */
type Owner = string

/** What is watched, told and delivered, in the database. */
export function createWatches(deps: WatchDeps) {
  const { database, now } = deps
  const turn = createTurn(deps)
  const storing = createStoring(deps, turn)
  const deliver = createDeliver(deps)
  const makeDue = createDue(deps)

  const ownersOf = (owner: Owner) => (owner === '' ? ['', FILE_OWNER] : [owner])

  /** @throws AppError `not-found`, also for the watches of others, and `forbidden` for those of the file. */
  async function owned(owner: Owner, id: string, changes = false): Promise<WatchRow> {
    const [row] = await database
      .select()
      .from(watches)
      .where(and(eq(watches.id, id), inArray(watches.owner, ownersOf(owner))))
    if (!row) throw new AppError('not-found', 'There is no such watch.')
    if (changes && row.owner !== owner) {
      throw new AppError('forbidden', 'This watch stands in WATCHES_FILE: change it there.')
    }
    return row
  }

  const one = async (row: WatchRow) => {
    const [shown] = await watchViews(database, [row])
    if (!shown) throw new Error('a watch has no view')
    return shown
  }

  /** The secret that a change asks for, and the key of a feed that it adds. */
  async function newKeys(row: WatchRow, to: WatchChange['to'], rotates?: boolean) {
    const secret = rotates ? newSecret() : undefined
    const feedKey = row.feedKey ? undefined : feedKeyFor(to ?? [])
    const rotated = secret !== undefined && {
      secret: await storing.sealed(secret, row.id),
      secretBefore: row.secret,
      rotatedAtMs: now().getTime(),
    }
    const keyed = feedKey !== undefined && { feedKey: await digest(feedKey) }
    return { secret, feedKey, set: { ...rotated, ...keyed } }
  }

  return {
    /** Tells what was read since the last time. */
    evaluate: () => turn.evaluate(),

    /** Makes the digests and summaries that are due. To be called every minute. */
    makeDue,
    deliver,

    async create(owner: Owner, body: WatchBody) {
      const ofOwner = sql<number>`sum(owner = ${owner})`
      const [count] = await database.select({ all: sql<number>`count(*)`, ofOwner }).from(watches)
      if ((count?.ofOwner ?? 0) >= MAX_OF_OWNER || (count?.all ?? 0) >= MAX_WATCHES) {
        throw new AppError(
          'forbidden',
          `There are too many watches: delete some. A caller may have ${MAX_OF_OWNER}.`,
        )
      }
      const id = `watch_${randomHex(12)}`
      const { met, secret, feedKey } = await storing.insert(id, owner, body)
      const isSigned = body.to.some((target) => kindOf(target).kind === 'standard')
      const watch = await one(await owned(owner, id))
      return { watch, met, secret: isSigned ? secret : undefined, feedKey }
    },

    list: async (owner: Owner) =>
      watchViews(
        database,
        await database
          .select()
          .from(watches)
          .where(inArray(watches.owner, ownersOf(owner)))
          .orderBy(desc(watches.createdAtMs), desc(watches.id)),
      ),

    get: async (owner: Owner, id: string) => one(await owned(owner, id)),

    async remove(owner: Owner, id: string) {
      await owned(owner, id, true)
      await database.batch([database.delete(watches).where(eq(watches.id, id)), turn.noteChange()])
    },

    async change(owner: Owner, id: string, { to, rotateSecret, ...given }: WatchChange) {
      const row = await owned(owner, id, true)
      const spec = await storing.named(merged(Spec.parse(row.spec), given))
      const begin = isSame(spec, Spec.parse(row.spec))
        ? undefined
        : await storing.beginning(id, spec)
      const { met, baseline = [], ...begun } = begin ?? {}
      const { secret, ...keys } = await newKeys(row, to, rotateSecret)
      const ofWatch = database.update(watches).set({ spec, ...begun, ...keys.set })
      const others: BatchItem<'sqlite'>[] = [turn.noteChange()]
      if (begin) others.push(database.delete(told).where(eq(told.watch, id)))
      others.push(...storeTold(database, baseline, now().getTime()))
      if (to) others.push(...(await storing.replaceTargets(id, to)))
      await database.batch([ofWatch.where(eq(watches.id, id)), ...others])
      const watch = await one(await owned(owner, id))
      return { watch, met, secret, feedKey: keys.feedKey }
    },

    /** Sends a message to each target at once. */
    async test(owner: Owner, id: string) {
      const row = await owned(owner, id)
      const { name = '' } = Spec.parse(row.spec)
      const message = messageOf({
        type: 'watch.test',
        watch: { id, name },
        title: `A test of the watch “${name}”`,
        items: [],
        now: now(),
        isSimulated: deps.history.isSimulated,
      })
      const [first, ...rest] = await storeMessages(database, [message])
      if (first) await database.batch([first, ...rest])
      await deliver(2)
      const shown = await deliveryViews(database, id)
      return shown.filter((one) => one.message.timestamp === message.timestamp)
    },

    deliveries: async (owner: Owner, id: string) =>
      deliveryViews(database, (await owned(owner, id)).id),

    /** Sends a message again, under its id, also to a target that was switched off. */
    async retry(owner: Owner, id: string, delivery: string) {
      await owned(owner, id)
      const [known] = await deliveryViews(database, id, [delivery])
      if (!known || known.kind === 'feed')
        throw new AppError('not-found', 'There is no such delivery.')
      const isIt = and(eq(deliveries.id, delivery), eq(deliveries.watch, id))
      const target = sql`(select target from ${deliveries} where ${isIt})`
      await database.batch([
        database
          .update(watchTargets)
          .set({ disabled: null, failingSinceMs: null })
          .where(sql`${watchTargets.id} = ${target}`),
        database
          .update(deliveries)
          .set({ state: 'pending', dueAtMs: databaseNowMs, attempts: 0 })
          .where(isIt),
      ])
      await deliver(2)
      const [shown] = await deliveryViews(database, id, [delivery])
      return shown ?? known
    },

    /** What the private feed of a watch shows; undefined if no feed has the key. */
    async feed(key: string) {
      const [row] = await database
        .select()
        .from(watches)
        .where(eq(watches.feedKey, await digest(key)))
      if (!row) return undefined
      const shown = await deliveryViews(database, row.id)
      const ofFeed = shown.filter(({ kind }) => kind === 'feed')
      return {
        name: Spec.parse(row.spec).name ?? '',
        messages: ofFeed.map(({ message, id }) => ({ ...message, id })),
      }
    },

    replaceFile: createFileWatches(deps, turn, storing),
  }
}

/** Whether two watch the same, whatever they are called. */
function isSame(one: Spec, other: Spec): boolean {
  const text = ({ name: _name, ...spec }: Spec) => JSON.stringify(Object.entries(spec).toSorted())
  return text(one) === text(other)
}
