import { sql } from 'drizzle-orm'
import { type AnyD1Database, drizzle } from 'drizzle-orm/d1'
import journal from '../../data/migrations/meta/_journal.json' with { type: 'json' }
import { AppError } from '../core/error.ts'
import type { Database } from './database.ts'

/** The newest migration as wrangler names it. */
const NEWEST = `${journal.entries.at(-1)?.tag}.sql`

const RETRY_AFTER_MS = 60_000

/** A D1 binding. Migrations are applied with `wrangler d1 migrations apply`, not by the Worker. */
export function d1Database(binding: AnyD1Database): Database {
  return drizzle(binding)
}

/** @throws AppError if the last migration of the database is none of ours, but a later one. */
export async function refuseLaterD1(database: Database): Promise<void> {
  const [row] = await database
    .select({ last: sql<string | null>`max(name)` })
    .from(sql`d1_migrations`)
  if (!row?.last || row.last <= NEWEST) return
  const message = 'A later version of Launchboard wrote the database. Deploy that version again.'
  throw new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
}
