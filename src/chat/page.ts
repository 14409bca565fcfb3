import { gt, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'

/** A page ends before its limit if its items, as stored as JSON, would be larger than this. */
export const MAX_PAGE_BYTES = 1024 * 1024

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

/** A page of a numbered list as its answer. The size of each item is limited when it is stored. */
export async function readListing<Row, Item>(
  { perPage, page }: ListingQuery,
  rows: Rows<Row>,
  total: PromiseLike<number>,
  toItem: (row: Row) => Item,
) {
  const [items, all] = await Promise.all([rows.limit(perPage).offset((page - 1) * perPage), total])
  const pagination = {
    total: all,
    count: items.length,
    per_page: perPage,
    current_page: page,
    total_pages: Math.ceil(all / perPage),
  }
  return { data: items.map(toItem), meta: { pagination } }
}

/** The page of a list with cursors. The cursors come from the `meta` of another page. */
export const PageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Items per page. There are fewer if they are large: continue with `meta.next`.'),
  affix: z
    .enum(['append', 'prepend'])
    .default('append')
    .describe('Whether the page is after `id` or before it.'),
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be an id from `meta` of another page')
    .transform(Number)
    .optional()
    .describe(
      'The cursor. Without it, the page is the first one or, with `prepend`, the last one.',
    ),
})

export type PageQuery = z.output<typeof PageQuery>

const Cursor = (affix: 'append' | 'prepend') =>
  z.object({ affix: z.literal(affix), id: z.string() }).optional()

export const PageMeta = z
  .object({
    current: z.object({ limit: z.int(), count: z.int() }),
    next: Cursor('append').describe('Absent if the page is empty: that is the end.'),
    previous: Cursor('prepend').describe('Absent if there is nothing before the page.'),
  })
  .meta({ id: 'PageMeta' })

interface Part {
  bound: SQL | undefined
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
}

interface Read<Row> {
  rows: readonly Row[]
  /** The number within the limit, including those left out because of their size. */
  found: number
}

/**
 * A page of a list that is sorted by a unique number: ascending, unless the latest come first.
 * Pages are bounded by that number, so they do not shift when rows are added or deleted.
 */
export async function readPage<Row extends { id: number }>(
  column: SQLiteColumn,
  { limit, affix, id }: PageQuery,
  read: (part: Part) => Promise<Read<Row>>,
  { isLatestFirst = false } = {},
) {
  const isPrepended = affix === 'prepend'
  const isBackwards = isPrepended !== isLatestFirst
  const after = isBackwards ? lt : gt
  const bound = id === undefined ? undefined : after(column, id)
  const { rows, found } = await read({ bound, isBackwards, limit: limit + 1 })
  const items = isPrepended ? rows.slice(0, limit).reverse() : rows.slice(0, limit)
  const hasEarlier = isPrepended ? found > items.length : id !== undefined
  const [first, last] = [items.at(0), items.at(-1)]
  const meta: z.output<typeof PageMeta> = {
    current: { limit, count: items.length },
    ...(last && { next: { affix: 'append', id: String(last.id) } }),
    ...(first && hasEarlier && { previous: { affix: 'prepend', id: String(first.id) } }),
  }
  return { items, meta }
}

/**
 * A query for `id` and `found` of the rows that start within the size of a page: the first one in
 * any case. SQLite knows the bytes of a value without reading it.
 *
 * @param rows a query for `id`, `found` and `bytes`
 */
export function withinBytes(maxBytes: number, rows: SQL, order: SQL): SQL {
  return sql`select id, found from (
    select id, found, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as before
    from (${rows})
  ) where before < ${maxBytes}`
}
