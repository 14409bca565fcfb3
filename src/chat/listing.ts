import { type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../storage/database.ts'
import { PlatformError } from './platform-error.ts'

/** A numbered page cannot end early, so a larger one is rejected. */
const MAX_LISTING_BYTES = 8 * 1024 * 1024

/** The page of a numbered list, such as of users. */
export const ListingQuery = z.object({
  perPage: z.coerce.number().int().min(1).max(1000).default(100).describe('Items per page.'),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('The number of the page, starting with 1.'),
})

type ListingQuery = z.output<typeof ListingQuery>

export const ListingMeta = z
  .object({
    pagination: z.object({
      total: z.int(),
      count: z.int(),
      per_page: z.int(),
      current_page: z.int(),
      total_pages: z.int(),
    }),
  })
  .meta({ id: 'ListingMeta' })

interface Part {
  limit: number
  offset: number
}

interface Listed<Row> {
  /** A query for the `bytes` of each row. */
  sizes(part: Part): SQLWrapper
  rows(part: Part): PromiseLike<Row[]>
  total(): PromiseLike<number>
}

/**
 * A page of a numbered list, with its metadata.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` if the page would be too large, before it is read.
 */
export async function readListing<Row>(
  database: Database,
  { perPage, page }: ListingQuery,
  { sizes, rows, total }: Listed<Row>,
) {
  const part = { limit: perPage, offset: (page - 1) * perPage }
  await checkBytes(database, sizes(part))
  const [items, all] = await Promise.all([rows(part), total()])
  const meta: z.output<typeof ListingMeta> = {
    pagination: {
      total: all,
      count: items.length,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(all / perPage),
    },
  }
  return { items, meta }
}

/** The size of the text in some columns, which the database knows without reading the text. */
export function bytesOf(...columns: SQLWrapper[]) {
  const sizes = columns.map((column) => sql`coalesce(octet_length(${column}), 0)`)
  return { bytes: sql<number>`${sql.join(sizes, sql` + `)}`.as('bytes') }
}

async function checkBytes(database: Database, sizes: SQLWrapper) {
  const bytes = sql<number | null>`sum(bytes)`
  const [page] = await database.select({ bytes }).from(sql`${sizes}`)
  if ((page?.bytes ?? 0) <= MAX_LISTING_BYTES) return
  const reason = `must be lower: the page would be larger than ${MAX_LISTING_BYTES} bytes`
  throw new PlatformError('ERR_BAD_REQUEST', `perPage ${reason}.`, {
    details: { perPage: [reason] },
  })
}
