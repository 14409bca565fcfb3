import { readMigrationFiles } from 'drizzle-orm/migrator'

/** The table of applied migrations. */
const TABLE = '__drizzle_migrations'

/** Returns a row if any migration was applied. */
export const ANY_MIGRATION = `SELECT 1 FROM sqlite_schema WHERE name = '${TABLE}'`

/** Returns the timestamp of the last migration, in milliseconds. */
export const LAST_MIGRATION = `SELECT max(CAST(created_at AS INTEGER)) FROM ${TABLE}`

/**
 * The statements that migrate a database whose last migration is `lastMs`; empty if it is up to
 * date. Call it again, and execute the statements, in a transaction that locks out other writers.
 */
export function pendingMigrations(migrationsFolder: string, lastMs: number): string[] {
  const pending = readMigrationFiles({ migrationsFolder })
    .filter(({ folderMillis }) => folderMillis > lastMs)
    .flatMap(({ sql, hash, folderMillis }) => [
      ...sql,
      `INSERT INTO ${TABLE} (hash, created_at) VALUES ('${hash}', ${folderMillis})`,
    ])
  if (pending.length === 0) return []
  const table = `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`
  return [table, ...pending]
}
