import { DateTime } from 'luxon'
import * as z from 'zod'
import { DAY_MS } from '../core/durations.ts'
import { dateAt, zoneNamed } from '../ranking/calendar.ts'
import { groupLaunches, topicGroups } from '../ranking/groups.ts'
import type { Product } from '../ranking/product.ts'
import type { Window } from '../ranking/window.ts'

export const MAX_TOPIC_GROUPS = 20
const MAX_DAYS = 31

const Group = z.object({
  name: z.string(),
  count: z.number().int(),
  votes: z.number().int(),
  comments: z.number().int(),
})

/** How many launches have each topic, or came on each day. */
export const Groups = z.object({
  topics: z
    .array(Group)
    .describe(
      `Launches, votes and comments of each topic, the ${MAX_TOPIC_GROUPS} most common ones first.`,
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
  const dateOf = ({ launchedAt }: Pick<Product, 'launchedAt'>) =>
    launchedAt ? [dateAt(Date.parse(launchedAt), zone)] : []
  const dayOf = (product: Product) => dateOf(product).map((date) => date.toISODate() ?? '')
  const weekdayOf = (product: Product) =>
    dateOf(product).map(({ weekday }) => WEEKDAYS[weekday - 1] ?? '')
  return {
    topics: topicGroups(products).slice(0, MAX_TOPIC_GROUPS),
    days: days.length > 0 ? groupLaunches(products, dayOf, days) : [],
    weekdays: groupLaunches(products, weekdayOf, WEEKDAYS),
  }
}

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

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
