import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../src/platform/storage/database.ts'
import * as schema from '../../src/platform/storage/schema.ts'

export async function emptyTables(database: Database) {
  for (const table of Object.values(schema)) {
    if (is(table, SQLiteTable)) await database.delete(table)
  }
}
