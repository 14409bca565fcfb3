import { eq } from 'drizzle-orm'
import { digest, randomHex } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { seal } from '../core/sealed.ts'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { watches, watchTargets } from '../storage/watch-schema.ts'
import { nameOf } from './compose.ts'
import { nextDigest } from './digest.ts'
import { meeting } from './events.ts'
import { storeTold } from './outbox.ts'
import { checkTarget, kindOf, type Target } from './target.ts'
import type { Turn } from './turn.ts'
import type { Spec, WatchBody } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** Stores new watches. */
export function createStoring(deps: WatchDeps, turn: Turn) {
  const { database, now, dataKey, ranking, defaultTimezone } = deps

  /** What a watch begins with: the last reading, and how many launches meet it there. */
  async function beginning(id: string, spec: Spec) {
    if (!spec.when) {
      const tz = spec.tz ?? defaultTimezone
      const dueAtMs = nextDigest(spec, tz, now().getTime())
      return { sinceMs: now().getTime(), dueAtMs, met: 0, baseline: [] }
    }
    await turn.evaluate(true)
    const { atMs, reading, keyed } = await turn.last()
    const met = reading ? await ofTopic(meeting(spec, reading), spec) : []
    const baseline = met.flatMap(({ id: launch, keys }) =>
      keys.map((event) => ({ watch: id, launch: keyed?.(launch) ?? launch, event })),
    )
    // Of a launch day the rest is told.
    const count = 'launchDay' in spec.when ? 0 : met.length
    return { sinceMs: atMs || now().getTime(), dueAtMs: null, met: count, baseline }
  }

  async function ofTopic(met: ReturnType<typeof meeting>, { topic }: Spec) {
    if (topic === undefined || met.length === 0) return met
    const products = await deps.history.products(met.map(({ id }) => id))
    const isOf = ({ topics }: Product) => topics.some((one) => topicKey(one) === topicKey(topic))
    const ids = new Set(products.filter(isOf).map(({ id }) => id))
    return met.filter(({ id }) => ids.has(id))
  }

  async function named(spec: Spec): Promise<Spec> {
    const { product: id } = spec
    if (id === undefined) return { ...spec, name: spec.name ?? nameOf(spec) }
    const { products } = await ranking.product({ id })
    const [product] = products
    if (!product) throw new AppError('invalid-request', 'product: there is none with this id.')
    return { ...spec, name: spec.name ?? nameOf(spec, product.name) }
  }

  async function targetRows(watch: string, to: readonly Target[]) {
    const rows = to.map(async (target) => {
      const address = await seal(JSON.stringify(target), ['watch-target', watch], dataKey)
      return { watch, ...kindOf(target), address }
    })
    return Promise.all(rows)
  }

  const checkTargets = (to: readonly Target[]) => {
    for (const [at, target] of to.entries()) checkTarget(target, `to.${at}`, deps)
  }

  return {
    beginning,
    named,
    sealed: (secret: string, id: string) => seal(secret, ['watch-secret', id], dataKey),

    /** The statements that put a watch's targets in the place of those it has. */
    async replaceTargets(watch: string, to: readonly Target[]) {
      checkTargets(to)
      const rows = await targetRows(watch, to)
      return [
        database.delete(watchTargets).where(eq(watchTargets.watch, watch)),
        database.insert(watchTargets).values(rows),
      ] as const
    },

    async insert(id: string, owner: string, { to, secret: given, ...rest }: WatchBody) {
      checkTargets(to)
      const spec = await named(rest)
      const { met, baseline, ...begun } = await beginning(id, spec)
      const secret = given ?? newSecret()
      const feedKey = feedKeyFor(to)
      const row = {
        ...{ id, owner, spec, ...begun, createdAtMs: now().getTime() },
        secret: await seal(secret, ['watch-secret', id], dataKey),
        feedKey: feedKey && (await digest(feedKey)),
      }
      const targets = await targetRows(id, to)
      await database.batch([
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
