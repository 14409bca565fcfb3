import { gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'

/** A page ends before its limit if its items, as stored as JSON, would be larger than this. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024
/** To parse and write this many takes some 50 ms. */
const MAX_PAGE_VALUES = 20_000

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
  const isBackwards = affix === 'prepend'
  const isDescending = isBackwards !== isLatestFirst
  const after = isDescending ? lt : gt
  const { rows, found } = await read({
    bound: id === undefined ? undefined : after(column, id),
    isBackwards: isDescending,
    limit: limit + 1,
  })
  const items = isBackwards ? rows.slice(0, limit).reverse() : rows.slice(0, limit)
  const hasEarlier = isBackwards ? found > items.length : id !== undefined
  const [first, last] = [items.at(0), items.at(-1)]
  const meta: z.output<typeof PageMeta> = {
    current: { limit, count: items.length },
    ...(last && { next: { affix: 'append', id: String(last.id) } }),
    ...(first && hasEarlier && { previous: { affix: 'prepend', id: String(first.id) } }),
  }
  return { items, meta }
}

interface Stored {
  /** A query for `id`, `found` and `bytes`. */
  rows: SQL
  order: SQL
  /** The number of values in the row `near.id`. */
  values: SQL
  maxBytes: number
}

/**
 * A query for `id` and `found` of the rows that start within the size of a page. The database knows
 * the bytes of a row without reading it; rows within that limit are read to count their values.
 */
export function withinPage({ rows, order, values, maxBytes }: Stored): SQL {
  const before = sql`over (order by ${order} rows unbounded preceding)`
  return sql`select id, found from (
    select id, found, sum(size) ${before} - size as before from (
      select id, found, ${values} as size from (
        select id, found, sum(bytes) ${before} - bytes as before from (${rows})
      ) as near where before < ${maxBytes}
    )
  ) where before < ${MAX_PAGE_VALUES}`
}

/** The number of values in a column of JSON. Commas in texts are counted too. */
export function valuesIn(column: SQLWrapper): SQL {
  return sql`1 + octet_length(${column}) - octet_length(replace(${column}, ',', ''))`
}
