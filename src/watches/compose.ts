import type { Product } from '../ranking/product.ts'
import type { Candidate } from './events.ts'
import { type Item, MAX_ITEMS, type Message, sentenceOf } from './message.ts'
import type { Spec } from './watch.ts'

/** More messages a day are one summary at its end. */
export const MAX_A_DAY = 24

/** A title for a watch that has none. */
export function nameOf({ when, digest, topic }: Spec, product?: string): string {
  const what = digest ? `The ${digest} digest` : conditionOf(when)
  const about = product ?? topic
  return about === undefined ? what : `${what} · ${about}`
}

function conditionOf(when: Spec['when'] = { launched: true }): string {
  if ('votes' in when) return `${when.votes} votes`
  if ('rank' in when) return `The first ${when.rank} of a day`
  if ('launchDay' in when) return 'Launch day'
  return 'launched' in when ? 'New launches' : 'Rising launches'
}

/** What happened, as a message says it. */
export function itemOf(
  { launch, news }: Candidate,
  products: ReadonlyMap<string, Product>,
): Item | undefined {
  const product = products.get(launch)
  if (!product) return undefined
  const { between, by, ...rest } = news
  const names = by?.flatMap((id) => products.get(id)?.name ?? [])
  const iso = (instant: number) => new Date(instant).toISOString()
  return {
    ...rest,
    text: sentenceOf(product.name, news, names),
    product,
    ...(names && { by: names }),
    between: [iso(between[0]), iso(between[1])],
  }
}

interface Composed extends Omit<Message, 'timestamp' | 'title' | 'more' | 'simulated'> {
  now: Date
  title?: string
  isSimulated: boolean
}

/** A message with its first items; the others are counted. */
export function messageOf({ now, isSimulated, items, ...rest }: Composed): Message {
  return {
    timestamp: now.toISOString(),
    title: rest.watch.name,
    ...rest,
    items: items.slice(0, MAX_ITEMS),
    more: Math.max(0, items.length - MAX_ITEMS),
    ...(isSimulated && { simulated: true }),
  }
}
