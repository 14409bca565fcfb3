import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pRetry from 'p-retry'
import { AppError } from '../core/error.ts'
import type { Database } from './database.ts'

/** About two seconds in all, besides the time that a lock is waited for. */
const RETRIES = { retries: 5, minTimeout: 50 }

/**
 * If several processes start at once on a new database, the first one migrates it. The others find it
 * locked, or its tables there already, and have nothing left to do when they try again.
 */
export function migrateBesideOthers(migrate: () => Promise<void>): Promise<void> {
  return pRetry(migrate, RETRIES)
}

/** @throws AppError if the last migration of the database is none of ours, but a later one. */
export async function refuseLaterVersion(database: Database, migrationsFolder: string) {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const [row] = await database
    .select({ last: sql<number>`max(cast(created_at as integer))` })
    .from(sql`__drizzle_migrations`)
  if (Number(row?.last ?? 0) <= newest) return
  const message =
    'a later version of Launchboard wrote it. Start that version, or use a copy from before the update.'
  throw new AppError('not-configured', message)
}
