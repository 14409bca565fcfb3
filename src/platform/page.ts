import { and, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { byteLength } from '../core/byte-length.ts'
import { countValues } from '../core/json.ts'
import type { Database } from '../storage/database.ts'

const PageSize = z.coerce
  .number()
  .int()
  .min(1)
  .max(1000)
  .default(100)
  .describe('Items per page. There are fewer if they are large: continue with `meta.next`.')

/** The spelling of CometChat's SDKs. */
const PerPage = PageSize.removeDefault().optional().describe('The same, as SDKs spell it.')

/** The page of a list with cursors. The cursors come from the `meta` of another page. */
export const PageQuery = z.object({
  limit: PageSize,
  per_page: PerPage,
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

const Next = z.object({ affix: z.literal('append'), id: z.string() }).optional()
const Previous = z.object({ affix: z.literal('prepend'), id: z.string() }).optional()

export const PageMeta = z
  .object({
    current: z.object({ limit: z.int(), count: z.int() }),
    next: Next.describe('Absent if the page is empty: that is the end.'),
    previous: Previous.describe('Absent if there is nothing before the page.'),
  })
  .meta({ id: 'PageMeta' })

interface Part {
  bound: SQL | undefined
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
}

interface CursorList<Row, Item> {
  column: SQLiteColumn
  isLatestFirst?: boolean
  /** The rows, and how many there are within the limit, with those left out because of their size. */
  read(part: Part): Promise<{ rows: readonly Row[]; found: number }>
  /** The items of rows, in the order of the rows. */
  describe(rows: readonly Row[]): Promise<readonly Item[]>
}

/**
 * A page of a list that is sorted by a unique number: ascending, unless the latest come first.
 * Pages are bounded by that number, so they do not shift when rows are added or deleted.
 */
export async function readPage<Row extends { id: number }, Item>(
  { limit: standard, per_page: limit = standard, affix, id }: PageQuery,
  { column, isLatestFirst = false, read, describe }: CursorList<Row, Item>,
) {
  const isPrepended = affix === 'prepend'
  const isBackwards = isPrepended !== isLatestFirst
  const after = isBackwards ? lt : gt
  const bound = id === undefined ? undefined : after(column, id)
  const { rows, found } = await read({ bound, isBackwards, limit: limit + 1 })
  const described = await describe(rows.slice(0, limit))
  const items = described.slice(0, fitting(described))
  const ids = rows.slice(0, items.length).map((row) => String(row.id))
  const [first, last] = [ids.at(isPrepended ? -1 : 0), ids.at(isPrepended ? 0 : -1)]
  const hasEarlier = isPrepended ? found > ids.length : id !== undefined
  const meta: z.output<typeof PageMeta> = {
    current: { limit, count: items.length },
    ...(last && { next: { affix: 'append', id: last } }),
    ...(first && hasEarlier && { previous: { affix: 'prepend', id: first } }),
  }
  return { data: isPrepended ? items.toReversed() : [...items], meta }
}

/** A page of any list ends before its limit if its items are larger, or have more values. */
export const MAX_PAGE_BYTES = 256 * 1024
const MAX_PAGE_VALUES = 20_000

/** How many of the items a page holds: one in any case. */
function fitting(items: readonly unknown[]): number {
  let bytes = 0
  let values = 0
  const end = items.findIndex((item, at) => {
    bytes += byteLength(item)
    values += countValues(item)
    return at > 0 && (bytes > MAX_PAGE_BYTES || values > MAX_PAGE_VALUES)
  })
  return end < 0 ? items.length : end
}

/**
 * A query for the first rows that fit in a size, one in any case. SQLite knows the bytes of a value
 * without reading it.
 *
 * @param rows a query for `bytes` and other columns
 */
export function withinBytes(maxBytes: number, rows: SQL, order: SQL): SQL {
  return sql`select * from (
    select *, sum(bytes) over (order by ${order} rows unbounded preceding) as total from (${rows})
  ) where total <= ${maxBytes} or total = bytes`
}

export const PageNumber = z.coerce.number().int().min(1).max(1_000_000)

/** The page of a numbered list, such as of users. */
export const ListingQuery = z.object({
  perPage: PageSize,
  per_page: PerPage,
  page: PageNumber.default(1),
  affix: z.literal('append').optional().describe('Accompanies `id`.'),
  id: z
    .string()
    .max(256)
    .optional()
    .describe('The cursor of `meta.next`: the page begins after it, whatever its number.'),
})

export type ListingQuery = z.output<typeof ListingQuery>

export const Pagination = z.object({
  total: z.int(),
  count: z.int(),
  per_page: z.int(),
  current_page: z.int(),
  total_pages: z.int(),
})

export const ListingMeta = z
  .object({
    pagination: Pagination,
    next: Next.describe('Absent on the last page.'),
  })
  .meta({ id: 'ListingMeta' })

/** A list of the rows of a table in the order of a key. */
interface Listing<Row, Item> {
  key: SQLiteColumn
  /** Which rows of the table are listed. */
  where?: SQL | undefined
  /** The rows that fulfil the condition, by key. */
  read(condition: SQL | undefined): PromiseLike<Row[]>
  toItem(row: Row): Item
  keyOf(row: Row): string | number
}

export async function readListing<Row, Item>(
  database: Database,
  { perPage: standard, per_page: perPage = standard, page, id }: ListingQuery,
  { key, where, read, toItem, keyOf }: Listing<Row, Item>,
) {
  const offset = id === undefined ? (page - 1) * perPage : 0
  const left = and(where, id === undefined ? undefined : gt(key, id)) ?? sql`1`
  const isOnPage = sql`${key} in (select ${key} from ${key.table} where ${left}
    order by ${key} limit ${perPage + 1} offset ${offset})`
  const [found, total] = await Promise.all([
    read(and(where, isOnPage)),
    database.$count(sql`${key.table}`, where),
  ])
  const described = found.slice(0, perPage).map(toItem)
  const items = described.slice(0, fitting(described))
  const rows = found.slice(0, items.length)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  const pagination = paginationOf({ total, count: rows.length, perPage, page })
  const next = last && { next: { affix: 'append' as const, id: String(keyOf(last)) } }
  return { data: items, meta: { pagination, ...next } }
}

interface NumberedPage {
  total: number
  count: number
  perPage: number
  page: number
}

export function paginationOf({ total, count, perPage, page }: NumberedPage) {
  const total_pages = Math.ceil(total / perPage)
  return { total, count, per_page: perPage, current_page: page, total_pages }
}
