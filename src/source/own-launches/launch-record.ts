import { DateTime } from 'luxon'
import * as z from 'zod'
import { startOfDay } from '../../product/calendar.ts'
import type { Product } from '../../product/product.ts'
import { findZone } from '../../product/timezone.ts'
import { holdsCredentials } from '../../upstream/web-address.ts'

/**
 * One launch as its owner wrote it down. Read strictly: what we would guess would be ranked. A day
 * by itself is its start in the time zone.
 */
export const launchRecord = (timezone: string) =>
  z
    .object(
      {
        id: z.union(
          [nonBlank(), z.number().transform(String)],
          orMissing('must be text or a number'),
        ),
        name: nonBlank(),
        tagline: z.string('must be text').trim().nullish(),
        url: link().nullish(),
        votesCount: count(),
        commentsCount: count().nullish(),
        launchedAt: instant(timezone),
        topics: z.array(nonBlank(), 'must be a list').nullish(),
      },
      'must be an object',
    )
    .transform((record): Product => {
      const { id, name, votesCount, launchedAt } = record
      const tagline = record.tagline || null
      const url = record.url ?? null
      const commentsCount = record.commentsCount ?? null
      const topics = record.topics ?? []
      // One by one: `...rest` takes longer than all the checks.
      return { id, name, tagline, url, votesCount, commentsCount, launchedAt, topics }
    })

function nonBlank() {
  return z.string(orMissing('must be text')).trim().min(1, 'must not be blank')
}

function count() {
  return z.int(orMissing('must be a whole number')).min(0, 'must not be below 0')
}

/** A launch is ranked without its link rather than with somebody's password in it. */
function link() {
  return z.string('must be text').transform((text, context) => {
    const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
    if (url?.host) return holdsCredentials(url) ? null : text
    context.addIssue('must be an http or https address')
    return z.NEVER
  })
}

/** RFC 3339, the seconds left out or not, or its date alone. */
const INSTANT = new RegExp(
  [
    z.regexes.datetime({ offset: true }),
    z.regexes.datetime({ offset: true, precision: -1 }),
    z.regexes.date,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
)

function instant(timezone: string) {
  const error = orMissing('must be an instant with Z or an offset, or a day such as 2026-01-31')
  return z.string(error).regex(INSTANT, error).transform(instantIn(timezone))
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Many launches share a day, and to find where it starts takes longer than all the rest. */
const MAX_DAYS = 10_000

function instantIn(timezone: string) {
  const zone = findZone(timezone)
  const starts = new Map<string, string>()

  return (text: string): string => {
    if (!DAY.test(text) || !zone) return new Date(text).toISOString()
    const known = starts.get(text)
    if (known) return known
    const start = startOfDay(DateTime.fromISO(text, { zone: 'utc' }), zone)
    const instant = new Date(start).toISOString()
    if (starts.size < MAX_DAYS) starts.set(text, instant)
    return instant
  }
}

function orMissing(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input == null ? 'is missing' : message) }
}
