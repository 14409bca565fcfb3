import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

type Batch = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>

/**
 * What the platform's modules know of storage: SQL in SQLite's dialect, over libSQL or D1.
 *
 * `batch` is how several writes are one: all of them, or none. There is no other transaction: D1
 * has none, and a file's connection is shared by all. A write is answered when it is on disk.
 */
export interface Database extends BaseSQLiteDatabase<'async', unknown> {
  batch<const Items extends Batch>(items: Items): Promise<BatchResponse<Items>>
}
