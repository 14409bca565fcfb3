import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../src/storage/database.ts'
import * as historySchema from '../../src/storage/history-schema.ts'
import * as runSchema from '../../src/storage/run-schema.ts'
import * as schema from '../../src/storage/schema.ts'
import * as watchSchema from '../../src/storage/watch-schema.ts'

export async function emptyTables(database: Database) {
  const deletions = Object.values({
    ...schema,
    ...runSchema,
    ...historySchema,
    ...watchSchema,
  }).flatMap((table) => (is(table, SQLiteTable) ? [database.delete(table)] : []))
  const [first, ...more] = deletions
  if (first) await database.batch([first, ...more])
}
