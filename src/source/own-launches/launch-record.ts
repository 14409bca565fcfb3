import { DateTime } from 'luxon'
import * as z from 'zod'
import { startOfDay } from '../../product/calendar.ts'
import { findZone } from '../../product/timezone.ts'
import { holdsCredentials } from '../../upstream/web-address.ts'

/**
 * One launch as its owner wrote it down. Read strictly: what we would guess would be ranked. A day
 * by itself is its start in the time zone.
 */
export const launchRecord = (timezone: string) =>
  z.object(
    {
      id: z.union(
        [nonBlank(), z.number().transform(String)],
        orMissing('must be text or a number'),
      ),
      name: nonBlank(),
      tagline: optional(z.string('must be text').trim()).transform((text) => text || null),
      // A launch is ranked without its link rather than with somebody's password in it.
      url: optional(
        z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
      ).transform((url) => (url === null || holdsCredentials(new URL(url)) ? null : url)),
      votesCount: count(),
      commentsCount: optional(count()),
      launchedAt: instant(timezone),
      topics: optional(z.array(nonBlank(), 'must be a list')).transform((topics) => topics ?? []),
    },
    'must be an object',
  )

function nonBlank() {
  return z.string(orMissing('must be text')).trim().min(1, 'must not be blank')
}

function count() {
  return z.int(orMissing('must be a whole number')).min(0, 'must not be below 0')
}

function instant(timezone: string) {
  const error = orMissing('must be an instant with Z or an offset, or a day such as 2026-01-31')
  const minutes = z.iso.datetime({ offset: true, precision: -1 })
  return z
    .union([z.iso.datetime({ offset: true }), minutes, z.iso.date()], error)
    .transform(instantIn(timezone))
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

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null)
}

function orMissing(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input == null ? 'is missing' : message) }
}
