import { readMigrationFiles } from 'drizzle-orm/migrator'

/** Where the database keeps which migrations it has had. */
const TABLE = '__drizzle_migrations'

/** Answers a row where some migration was made before. */
export const ANY_MIGRATION = `SELECT 1 FROM sqlite_schema WHERE name = '${TABLE}'`

/** Answers the millisecond by which the last one is known. */
export const LAST_MIGRATION = `SELECT max(CAST(created_at AS INTEGER)) FROM ${TABLE}`

/**
 * The statements that bring a database up to date whose last migration is `lastMs`: none where it
 * is. To be asked again, and done, in one transaction that lets no other process write.
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
