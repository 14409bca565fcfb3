import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

type Batch = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>

/**
 * A database with the SQL dialect of SQLite: libSQL or D1.
 *
 * `batch` executes several writes atomically. There are no other transactions: D1 has none, and all
 * requests share the connection to a file. A write has succeeded when it is on disk.
 */
export interface Database extends BaseSQLiteDatabase<'async', unknown> {
  batch<const Items extends Batch>(items: Items): Promise<BatchResponse<Items>>
}
