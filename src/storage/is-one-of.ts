import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * A condition: the column has one of the values, which are bound as one parameter. D1 allows 100.
 */
export function isOneOf(column: SQLiteColumn, values: Iterable<string | number>): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify([...values])}))`
}
