import * as z from 'zod'

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

export type ListingQuery = z.output<typeof ListingQuery>

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

/** A query of Drizzle, in order. */
interface Rows<Row> {
  limit(limit: number): { offset(offset: number): PromiseLike<Row[]> }
}

/** A page of a numbered list, with its metadata. The size of each item is limited when it is stored. */
export async function readListing<Row>(
  { perPage, page }: ListingQuery,
  rows: Rows<Row>,
  total: PromiseLike<number>,
) {
  const [items, all] = await Promise.all([rows.limit(perPage).offset((page - 1) * perPage), total])
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
