import { DateTime } from 'luxon'
import * as z from 'zod'
import { holdsCredentials } from '../../core/upstream/web-address.ts'
import { findZone, startOfDay } from '../../ranking/calendar.ts'
import type { Product } from '../../ranking/product.ts'

/** RFC 3339, with or without seconds, or only its date. */
const INSTANT = new RegExp(
  [
    z.regexes.datetime({ offset: true }),
    z.regexes.datetime({ offset: true, precision: -1 }),
    z.regexes.date,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
)

/**
 * One of the user's own launches. Strict, because a guess would be ranked. `toProduct` converts it:
 * transforms here would take longer than all the checks.
 */
export const LaunchRecord = z.object(
  {
    id: z.union([nonBlank(), z.number()], orMissing('must be a string or a number')),
    name: nonBlank(),
    tagline: z.string('must be a string').trim().nullish(),
    url: link(),
    imageUrl: link(),
    votesCount: count(),
    commentsCount: count().nullish(),
    launchedAt: instant(),
    topics: z.array(nonBlank(), 'must be an array').nullish(),
  },
  'must be an object',
)

/** Converts records to products. A date without a time means the start of that day in the time zone. */
export function toProduct(timezone: string): (record: z.output<typeof LaunchRecord>) => Product {
  const toInstant = instantIn(timezone)
  return (record) => ({
    // What is no Unicode becomes U+FFFD. Nothing else is altered.
    id: String(record.id).toWellFormed(),
    name: record.name.toWellFormed(),
    tagline: record.tagline?.toWellFormed() || null,
    url: withoutCredentials(record.url ?? null),
    imageUrl: withoutCredentials(record.imageUrl ?? null),
    votesCount: record.votesCount,
    commentsCount: record.commentsCount ?? null,
    launchedAt: toInstant(record.launchedAt),
    topics: record.topics?.map((topic) => topic.toWellFormed()) ?? [],
  })
}

function nonBlank() {
  return z.string(orMissing('must be a string')).trim().min(1, 'must not be blank')
}

function count() {
  return z.int(orMissing('must be an integer')).min(0, 'must be at least 0')
}

function link() {
  return z.string('must be a string').refine(isLink, 'must be an http or https URL').nullish()
}

function isLink(text: string): boolean {
  return /^https?:\/\/./i.test(text) && URL.canParse(text)
}

/** A link with credentials in it is dropped. */
function withoutCredentials(url: string | null): string | null {
  return url?.includes('@') && holdsCredentials(new URL(url)) ? null : url
}

function instant() {
  const error = orMissing(
    'must be a time with Z or an offset, such as 2026-01-31T09:00:00Z, or a date',
  )
  return z.string(error).regex(INSTANT, error)
}

/** The form of `toISOString`. */
const ISO_STRING = /T.{8}\.\d{3}Z$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

function instantIn(timezone: string) {
  const zone = findZone(timezone)
  // Many launches share a day, and finding its start takes longer than everything else.
  const starts = new Map<string, string>()

  return (text: string): string => {
    if (ISO_STRING.test(text)) return text
    if (!DAY.test(text) || !zone) return new Date(text).toISOString()
    const known = starts.get(text)
    if (known) return known
    const start = startOfDay(DateTime.fromISO(text, { zone: 'utc' }), zone)
    const instant = new Date(start).toISOString()
    starts.set(text, instant)
    return instant
  }
}

function orMissing(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input == null ? 'is required' : message) }
}
