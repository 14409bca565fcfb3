import { and } from 'drizzle-orm'
import type { Product } from '../ranking/product.ts'
import { hasTopic } from '../ranking/topic.ts'
import { isOneOf } from '../storage/statements.ts'
import { told, watches } from '../storage/watch-schema.ts'
import { itemOf, messageOf } from './compose.ts'
import { localDay } from './digest.ts'
import { type Candidate, untold } from './events.ts'
import type { WatchMessage } from './message.ts'
import type { Told } from './outbox.ts'
import { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** More messages a day become one summary at its end. */
const MAX_A_DAY = 24

/** The rows that a turn stores. */
export interface TurnRows {
  told: Told[]
  messages: WatchMessage[]
  /** The messages of each watch on its day, and when a summary of the rest is due. */
  counts: { id: string; day: string; sent: number; due: number | null }[]
}

type Deps = Pick<WatchDeps, 'database' | 'history' | 'now' | 'defaultTimezone'>

/** One message for each watch, of the events that it was not told before. */
export async function newsOf(
  found: readonly Candidate[],
  /** The key of a launch in the table `told`. */
  keyed: (id: string) => string,
  deps: Deps,
): Promise<TurnRows> {
  const ids = new Set(found.flatMap(({ launch, news }) => [launch, ...(news.by ?? [])]))
  if (ids.size === 0) return { told: [], messages: [], counts: [] }
  const list = await deps.history.products([...ids])
  const products = new Map(list.map((product) => [product.id, product]))
  const ofTopic = found.filter(({ launch, watch: { spec } }) =>
    hasTopic(products.get(launch) ?? { topics: [] }, spec.topic),
  )
  return compose(await withoutTold(ofTopic, keyed, deps), keyed, products, deps)
}

async function withoutTold(
  found: readonly Candidate[],
  keyed: (id: string) => string,
  { database }: Deps,
) {
  const { watch, launch, event } = told
  const rows = await database
    .select({ watch, launch, event })
    .from(told)
    .where(
      and(
        isOneOf(watch, new Set(found.map((one) => one.watch.id))),
        isOneOf(launch, new Set(found.map((one) => keyed(one.launch)))),
      ),
    )
  const keys = new Map<string, Set<string>>()
  for (const row of rows) {
    const place = `${row.watch} ${row.launch}`
    keys.set(place, (keys.get(place) ?? new Set()).add(row.event))
  }
  return untold(found, (ofWatch, id) => keys.get(`${ofWatch} ${keyed(id)}`) ?? new Set())
}

/** Messages beyond the day's limit are held for its summary. */
async function compose(
  candidates: readonly Candidate[],
  keyed: (id: string) => string,
  products: ReadonlyMap<string, Product>,
  deps: Deps,
): Promise<TurnRows> {
  const byWatch = grouped(candidates)
  const ofCandidates = isOneOf(watches.id, byWatch.keys())
  const rows = await deps.database.select().from(watches).where(ofCandidates)
  const news: TurnRows = { told: [], messages: [], counts: [] }
  for (const row of rows) {
    const watch = { id: row.id, spec: Spec.parse(row.spec) }
    const { when, tz = deps.defaultTimezone } = watch.spec
    const { day, endsAt } = localDay(tz, deps.now().getTime())
    const sent = (row.day === day ? row.sent : 0) + 1
    const isHeld = sent > MAX_A_DAY
    news.counts.push({ id: row.id, day, sent, due: isHeld ? endsAt : row.dueAtMs })
    const items = (byWatch.get(row.id) ?? []).flatMap((candidate) => {
      const item = itemOf(candidate, products)
      const launch = keyed(candidate.launch)
      for (const [at, event] of candidate.keys.entries()) {
        const held = isHeld && at === 0 ? item : undefined
        news.told.push({ watch: row.id, launch, event, held })
      }
      return item ?? []
    })
    const [first] = items.sort((one, other) => other.votes - one.votes)
    if (isHeld || !first) continue
    const type = when && 'launchDay' in when ? 'launch.day' : first.event
    news.messages.push(messageOf(deps, watch, { type, items }))
  }
  return news
}

function grouped(candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const byWatch = new Map<string, Candidate[]>()
  for (const one of candidates) {
    const list = byWatch.get(one.watch.id) ?? []
    byWatch.set(one.watch.id, list)
    list.push(one)
  }
  return byWatch
}
