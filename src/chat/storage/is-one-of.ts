import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** However many they are, they are one value of the statement: D1 takes a hundred. */
export function isOneOf(column: SQLiteColumn, values: Iterable<string | number>): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify([...values])}))`
}
