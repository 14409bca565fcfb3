import * as z from 'zod'

/** Which page of a list of users, groups or members is asked for. */
export const ListingQuery = z.object({
  perPage: z.coerce.number().int().min(1).max(1000).default(100).describe('Items a page.'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Counted from 1.'),
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

/** Where a page lies among all. */
export function rowsOf({ perPage, page }: ListingQuery) {
  return { limit: perPage, offset: (page - 1) * perPage }
}

/** What is told of a page: how much there is in all. */
export function listingMeta(
  { perPage, page }: ListingQuery,
  count: number,
  total: number,
): z.output<typeof ListingMeta> {
  const total_pages = Math.ceil(total / perPage)
  return { pagination: { total, count, per_page: perPage, current_page: page, total_pages } }
}
