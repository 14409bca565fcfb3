import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A page ends before its limit if its items would be larger: see `withinBounds`. */
export const MAX_PAGE_BYTES = 256 * 1024
const MAX_PAGE_VALUES = 20_000

/** Rows as the items of a page: what an item costs depends on its bytes and on its values. */
export function withinBounds<Row, Item>(rows: Iterable<Row>, toItem: (row: Row) => Item): Item[] {
  const page: Item[] = []
  let [bytes, values] = [0, 0]
  for (const row of rows) {
    const item = toItem(row)
    bytes += new TextEncoder().encode(JSON.stringify(item)).length
    values += countValues(item)
    const isTooMuch = bytes > MAX_PAGE_BYTES || values > MAX_PAGE_VALUES
    if (isTooMuch && page.length > 0) break
    page.push(item)
  }
  return page
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
}

/**
 * A query for the rows that start within a size: the first one in any case. SQLite knows the bytes of
 * a value without reading it.
 *
 * @param rows a query for `bytes` and other columns
 */
export function withinBytes(maxBytes: number, rows: SQL, order: SQL): SQL {
  return sql`select * from (
    select *, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as before
    from (${rows})
  ) where before < ${maxBytes}`
}

/** The bytes of the text in a row. */
export function bytesOf(...tables: SQLiteTable[]): SQL {
  const texts = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).filter((column) => column.getSQLType() === 'text'),
  )
  return sql.join(
    texts.map((column) => sql`coalesce(octet_length(${column}), 0)`),
    sql` + `,
  )
}
