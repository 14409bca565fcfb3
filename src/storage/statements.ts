import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The limit of D1 for one statement. */
const MAX_VALUES = 100

/** Splits rows into groups that fit in one insert each. */
export function chunks<Row extends object>(rows: readonly Row[]): Row[][] {
  const width = Math.max(...rows.map((row) => Object.keys(row).length), 1)
  const size = Math.floor(MAX_VALUES / width)
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  )
}

/**
 * In an upsert: the new values of all columns but these. A column without a new value keeps the
 * stored one.
 */
export function newValues(table: SQLiteTable, ...except: string[]): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([name]) => !except.includes(name))
      .map(([name, column]) => [
        name,
        sql`coalesce(excluded.${sql.identifier(column.name)}, ${column})`,
      ]),
  )
}

/**
 * A condition: the column has one of the values, which are bound as one parameter. D1 allows 100.
 */
export function isOneOf(column: SQLiteColumn, values: Iterable<string | number>): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify([...values])}))`
}

/** The database's clock: those of the machines that share it may differ. */
export const databaseNowMs = sql<number>`cast((julianday('now') - 2440587.5) * 86400000 as integer)`
