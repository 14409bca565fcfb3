import { eq } from 'drizzle-orm'
import { digest, randomHex } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { seal } from '../core/sealed.ts'
import { hasTopic } from '../ranking/topic.ts'
import { watches, watchTargets } from '../storage/watch-schema.ts'
import { nameOf } from './compose.ts'
import { nextDigest } from './digest.ts'
import { type Met, meeting } from './events.ts'
import { commit, storeTold } from './outbox.ts'
import { checkTarget, kindOf, type Target } from './target.ts'
import type { Turn } from './turn.ts'
import type { Spec, WatchBody } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** Stores new watches, and the parts of changed ones. */
export function createStoring(deps: WatchDeps, turn: Turn) {
  const { database, now, dataKey, ranking, history, defaultTimezone } = deps

  /** Where a watch starts: at the last turn: launches that meet it already count as told. */
  async function beginning(id: string, spec: Spec) {
    const sinceMs = now().getTime()
    if (!spec.when) {
      const dueAtMs = nextDigest(spec, spec.tz ?? defaultTimezone, sinceMs)
      return { sinceMs, dueAtMs, met: 0, baseline: [] }
    }
    await turn.evaluate(true)
    const { atMs, turnCounts, keyed } = await turn.last()
    const met = turnCounts ? await ofTopic(meeting(spec, turnCounts), spec) : []
    const baseline = met.flatMap(({ id: launch, keys }) =>
      keys.map((event) => ({ watch: id, launch: keyed(launch), event })),
    )
    // The rest of a launch day is still to come.
    const count = 'launchDay' in spec.when ? 0 : met.length
    return { sinceMs: atMs || sinceMs, dueAtMs: null, met: count, baseline }
  }

  async function ofTopic(met: readonly Met[], { topic }: Spec) {
    if (topic === undefined || met.length === 0) return met
    const products = await history.products(met.map(({ id }) => id))
    const ids = new Set(products.filter((one) => hasTopic(one, topic)).map(({ id }) => id))
    return met.filter(({ id }) => ids.has(id))
  }

  async function named(spec: Spec): Promise<Spec> {
    const { product: id } = spec
    if (id === undefined) return { ...spec, name: spec.name ?? nameOf(spec) }
    const { products } = await ranking.product({ id })
    const [product] = products
    if (!product) {
      const message = 'product: no launch has this id. /api/search?q=… finds it by its name.'
      throw new AppError('invalid-request', message)
    }
    return { ...spec, name: spec.name ?? nameOf(spec, product.name) }
  }

  /** Says that no launch has the topic so far. @throws AppError where launches have no topics */
  async function topicNote({ topic }: Spec): Promise<string | undefined> {
    return topic === undefined
      ? undefined
      : (await ranking.top({ topic, limit: 1, order: 'VOTES' })).note
  }

  function checkTargets(to: readonly Target[]) {
    for (const [at, target] of to.entries()) checkTarget(target, `to.${at}`, deps)
  }

  const targetRows = (watch: string, to: readonly Target[]) => {
    checkTargets(to)
    return Promise.all(
      to.map(async (target) => {
        const address = await seal(JSON.stringify(target), ['watch-target', watch], dataKey)
        return { watch, ...kindOf(target), address }
      }),
    )
  }

  const sealed = (secret: string, id: string) => seal(secret, ['watch-secret', id], dataKey)

  return {
    beginning,
    named,
    topicNote,
    checkTargets,
    sealed,

    /** The statements that replace the targets of a watch. */
    async replaceTargets(watch: string, to: readonly Target[]) {
      const rows = await targetRows(watch, to)
      return [
        database.delete(watchTargets).where(eq(watchTargets.watch, watch)),
        database.insert(watchTargets).values(rows),
      ] as const
    },

    async insert(id: string, owner: string, { to, secret = newSecret(), ...rest }: WatchBody) {
      const targets = await targetRows(id, to)
      const spec = await named(rest)
      const { met, baseline, ...begun } = await beginning(id, spec)
      const feedKey = feedKeyFor(to)
      const row = {
        id,
        owner,
        spec,
        ...begun,
        createdAtMs: now().getTime(),
        secret: await sealed(secret, id),
        feedKey: feedKey && (await digest(feedKey)),
      }
      // Another process may have stored the same entry of a file.
      await commit(database, [
        database.insert(watches).values(row),
        database.insert(watchTargets).values(targets),
        turn.noteChange(),
        ...storeTold(database, baseline, now().getTime()),
      ])
      return { met, secret, feedKey }
    },
  }
}

/** Part of the address of a private feed. */
export function feedKeyFor(to: readonly Target[]): string | undefined {
  return to.some((target) => 'feed' in target) ? randomHex(24) : undefined
}

export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
