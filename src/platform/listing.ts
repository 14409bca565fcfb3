import { and, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import type { Database } from '../storage/database.ts'
import { bytesOf, MAX_PAGE_BYTES, withinBounds, withinBytes } from './page-bounds.ts'

/** The page of a numbered list, such as of users. */
export const ListingQuery = z.object({
  perPage: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Items per page. There are fewer if they are large: continue with `meta.next`.'),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('The number of the page, starting with 1.'),
  affix: z.literal('append').optional().describe('Accompanies `id`.'),
  id: z
    .string()
    .max(256)
    .optional()
    .describe('The cursor of `meta.next`: the page begins after it, whatever its number.'),
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
    next: z
      .object({ affix: z.literal('append'), id: z.string() })
      .optional()
      .describe('Absent on the last page.'),
  })
  .meta({ id: 'ListingMeta' })

/** A list in the order of a key. */
interface Listing<Row, Item> {
  /** The table with the key, and those that are joined to it. */
  tables: readonly [SQLiteTable, ...SQLiteTable[]]
  key: SQLiteColumn
  /** Which rows of the first table are listed. */
  where?: SQL | undefined
  /** The tables of the list, joined. By default the first one. */
  from?: SQL
  /** The rows that fulfil the condition, by key. */
  read(condition: SQL | undefined): PromiseLike<Row[]>
  toItem(row: Row): Item
  keyOf(row: Row): string | number
}

/** A page of a numbered list as its answer. */
export async function readListing<Row, Item>(
  database: Database,
  { perPage, page, id }: ListingQuery,
  { tables, key, where, from = sql`${tables[0]}`, read, toItem, keyOf }: Listing<Row, Item>,
) {
  const offset = id === undefined ? (page - 1) * perPage : 0
  const left = id === undefined ? where : and(where, gt(key, id))
  const rowsOfPage = sql`select ${key} as key, ${bytesOf(...tables)} as bytes from ${from}
    where ${left ?? sql`1`} order by ${key} limit ${perPage} offset ${offset}`
  const fitting = withinBytes(MAX_PAGE_BYTES, rowsOfPage, sql`key`)
  const isOnPage = sql`${key} in (select key from (${fitting}))`
  const [rows, total, remaining] = await Promise.all([
    read(and(where, isOnPage)),
    database.$count(tables[0], where),
    id === undefined ? undefined : database.$count(tables[0], left),
  ])
  const data = withinBounds(rows, toItem)
  const last = rows[data.length - 1]
  const hasNext = data.length < (remaining ?? total - offset)
  const pagination = {
    total,
    count: data.length,
    per_page: perPage,
    current_page: page,
    total_pages: Math.ceil(total / perPage),
  }
  const next = last && hasNext && { next: { affix: 'append' as const, id: String(keyOf(last)) } }
  return { data, meta: { pagination, ...next } }
}
