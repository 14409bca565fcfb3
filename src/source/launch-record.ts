import * as z from 'zod'
import { holdsCredentials } from '../upstream/web-address.ts'

/** One launch as its owner wrote it down. Read strictly: what we would guess would be ranked. */
export const LaunchRecord = z.object(
  {
    id: z.union([nonBlank(), z.number().transform(String)], orMissing('must be text or a number')),
    name: nonBlank(),
    tagline: optional(z.string('must be text').trim()).transform((text) => text || null),
    // A launch is ranked without its link rather than with somebody's password in it.
    url: optional(
      z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    ).transform((url) => (url === null || holdsCredentials(new URL(url)) ? null : url)),
    votesCount: count(),
    commentsCount: optional(count()),
    launchedAt: instant(),
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

/** A day by itself is its midnight, UTC. */
function instant() {
  const error = orMissing('must be an instant with Z or an offset, or a day such as 2026-01-31')
  const minutes = z.iso.datetime({ offset: true, precision: -1 })
  return z
    .union([z.iso.datetime({ offset: true }), minutes, z.iso.date()], error)
    .transform((text) => new Date(text).toISOString())
}

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null)
}

function orMissing(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input == null ? 'is missing' : message) }
}
