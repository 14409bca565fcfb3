import { and } from 'drizzle-orm'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { isOneOf } from '../storage/statements.ts'
import { told, watches } from '../storage/watch-schema.ts'
import { itemOf, MAX_A_DAY, messageOf } from './compose.ts'
import { dayIn } from './digest.ts'
import { type Candidate, untold } from './events.ts'
import type { Message } from './message.ts'
import type { Told } from './outbox.ts'
import { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** What a turn tells. */
export interface News {
  told: Told[]
  messages: Message[]
  /** How often each watch was told on its day, and when it is due for a summary of the rest. */
  counts: { id: string; day: string; sent: number; due: number | null }[]
}

type Deps = Pick<WatchDeps, 'database' | 'history' | 'now' | 'defaultTimezone'>

/** What the candidates tell that was not told before, as one message for each watch. */
export async function newsOf(
  found: readonly Candidate[],
  /** The key of a launch in what was told. */
  keyed: (id: string) => string,
  deps: Deps,
): Promise<News> {
  const ids = new Set(found.flatMap(({ launch, news }) => [launch, ...(news.by ?? [])]))
  if (ids.size === 0) return { told: [], messages: [], counts: [] }
  const list = await deps.history.products([...ids])
  const products = new Map(list.map((product) => [product.id, product]))
  const ofTopic = found.filter(
    ({
      launch,
      watch: {
        spec: { topic },
      },
    }) => {
      const topics = products.get(launch)?.topics ?? []
      return topic === undefined || topics.some((one) => topicKey(one) === topicKey(topic))
    },
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

/** Messages beyond a day's number are held for its summary. */
async function compose(
  candidates: readonly Candidate[],
  keyed: (id: string) => string,
  products: ReadonlyMap<string, Product>,
  { database, history, now, defaultTimezone }: Deps,
): Promise<News> {
  const ids = new Set(candidates.map(({ watch }) => watch.id))
  const rows = await database.select().from(watches).where(isOneOf(watches.id, ids))
  const news: News = { told: [], messages: [], counts: [] }
  const byWatch = grouped(candidates)
  for (const row of rows) {
    const spec = Spec.parse(row.spec)
    const { day, endsAt } = dayIn(spec.tz ?? defaultTimezone, now().getTime())
    const sent = (row.day === day ? row.sent : 0) + 1
    const isHeld = sent > MAX_A_DAY
    news.counts.push({ id: row.id, day, sent, due: isHeld ? endsAt : row.dueAtMs })
    const items = (byWatch.get(row.id) ?? []).flatMap(({ launch, keys, ...candidate }) => {
      const item = itemOf({ launch, keys, ...candidate }, products)
      const [first, ...others] = keys.map((event) => ({
        watch: row.id,
        launch: keyed(launch),
        event,
      }))
      if (first) news.told.push({ ...first, held: isHeld ? item : undefined }, ...others)
      return item ?? []
    })
    const [first] = items.sort((one, other) => other.votes - one.votes)
    if (isHeld || !first) continue
    const type = spec.when && 'launchDay' in spec.when ? 'launch.day' : first.event
    const watch = { id: row.id, name: spec.name ?? '' }
    const { isSimulated } = history
    news.messages.push(messageOf({ type, watch, items, now: now(), isSimulated }))
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
