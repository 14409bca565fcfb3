import { isoOf } from '../core/instant.ts'
import { firstPlaces } from '../ranking/place.ts'
import { type Product, votesText } from '../ranking/product.ts'
import type { Candidate } from './events.ts'
import { MAX_ITEMS, newsSentence, type WatchItem, type WatchMessage } from './message.ts'
import type { Spec } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** A title for a watch that was given none. */
export function nameOf({ when, digest, topic }: Spec, product?: string): string {
  const condition = digest ? `The ${digest} digest` : conditionOf(when)
  const subject = product ?? topic
  return subject === undefined ? condition : `${condition} · ${subject}`
}

/** Whether a watch is called as `nameOf` calls it. */
export function hasMadeName({ name = '', ...spec }: Spec): boolean {
  const condition = nameOf({ ...spec, topic: undefined })
  return name === condition || name.startsWith(`${condition} · `)
}

function conditionOf(when: Spec['when'] = { launched: true }): string {
  if ('votes' in when) return votesText(when.votes)
  if ('rank' in when) return `The ${firstPlaces(when.rank)} of a day`
  if ('launchDay' in when) return 'Launch day'
  return 'launched' in when ? 'New launches' : 'Rising launches'
}

/** An event as an item of a message; undefined without its product. */
export function itemOf(
  { launch, news }: Candidate,
  products: ReadonlyMap<string, Product>,
): WatchItem | undefined {
  const product = products.get(launch)
  if (!product) return undefined
  const { between, by, ...rest } = news
  const names = by?.flatMap((id) => products.get(id)?.name ?? [])
  return {
    ...rest,
    text: newsSentence(product.name, news, names),
    product,
    ...(names && { by: names }),
    between: between.map(isoOf),
  }
}

/** A message of a watch with its first items; the others are counted. */
export function messageOf(
  { history, now }: Pick<WatchDeps, 'history' | 'now'>,
  { id, spec: { name = '' } }: { id: string; spec: Spec },
  message: Pick<WatchMessage, 'type' | 'items'> & Partial<WatchMessage>,
): WatchMessage {
  const { items } = message
  return {
    timestamp: now().toISOString(),
    watch: { id, name },
    title: name,
    ...message,
    items: items.slice(0, MAX_ITEMS),
    more: Math.max(0, items.length - MAX_ITEMS),
    ...(history.isSimulated && { simulated: true }),
  }
}
