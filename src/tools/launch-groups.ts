import { DateTime } from 'luxon'
import * as z from 'zod'
import { DAY_MS } from '../core/durations.ts'
import { dateAt, zoneNamed } from '../ranking/calendar.ts'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import type { Window } from '../ranking/window.ts'

const MAX_TOPICS = 20
const MAX_DAYS = 31

const Group = z.object({
  name: z.string(),
  count: z.number().int(),
  votes: z.number().int(),
  comments: z.number().int(),
})
type Group = z.infer<typeof Group>

/** How many launches have each topic, or came on each day. */
export const Groups = z.object({
  topics: z
    .array(Group)
    .describe(
      `Launches, votes and comments of each topic, the ${MAX_TOPICS} most common ones first.`,
    ),
  days: z
    .array(Group)
    .describe(`Those of each day, in order; empty for a timeframe of more than ${MAX_DAYS} days.`),
  weekdays: z.array(Group).describe('Those of each weekday, Monday first.'),
})
export type Groups = z.infer<typeof Groups>

/** @param days the dates of a time, each of which has a group */
export function launchGroups(
  products: readonly Product[],
  tz: string,
  days: readonly string[] = [],
): Groups {
  const zone = zoneNamed(tz)
  const dated = products.flatMap((product) =>
    product.launchedAt ? [{ product, date: dateAt(Date.parse(product.launchedAt), zone) }] : [],
  )
  const byDay = dated.map(({ product, date }) => ({ product, name: date.toISODate() ?? '' }))
  const byWeekday = dated.map(({ product, date }) => ({
    product,
    name: WEEKDAYS[date.weekday - 1] ?? '',
  }))
  const byTopic = products.flatMap((product) => product.topics.map((name) => ({ product, name })))
  return {
    topics: grouped(byTopic)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_TOPICS),
    days: days.length > 0 ? grouped(byDay, days) : [],
    weekdays: grouped(byWeekday, WEEKDAYS),
  }
}

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

function grouped(
  members: readonly { product: Product; name: string }[],
  names: readonly string[] = [],
): Group[] {
  const emptyOf = (name: string) => ({ name, count: 0, votes: 0, comments: 0 })
  const groups = new Map(names.map((name) => [topicKey(name), emptyOf(name)]))
  for (const { product, name } of members) {
    const group = groups.get(topicKey(name)) ?? emptyOf(name)
    group.count += 1
    group.votes += product.votesCount ?? 0
    group.comments += product.commentsCount ?? 0
    groups.set(topicKey(name), group)
  }
  return [...groups.values()]
}

/** The dates of a window up to now, if they are not too many. */
export function datesOf(window: Window | undefined, tz: string, now: Date): string[] {
  if (!window) return []
  const first = DateTime.fromISO(window.from, { zone: 'utc' })
  const last = Math.min(
    DateTime.fromISO(window.to, { zone: 'utc' }).toMillis(),
    dateAt(now.getTime(), zoneNamed(tz)).toMillis(),
  )
  const count = Math.round((last - first.toMillis()) / DAY_MS) + 1
  if (count > MAX_DAYS) return []
  return Array.from(
    { length: Math.max(0, count) },
    (_, at) => first.plus({ days: at }).toISODate() ?? '',
  )
}
