import { type AnyD1Database, drizzle } from 'drizzle-orm/d1'
import type { Database } from './database.ts'

/** A D1 binding. Migrations are applied with `wrangler d1 migrations apply`, not by the Worker. */
export function d1Database(binding: AnyD1Database): Database {
  return drizzle(binding)
}
