import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

type Batch = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>

/**
 * What the platform's rooms know of storage: SQL in SQLite's dialect, over libSQL or D1.
 *
 * `batch` is how several writes are one: all of them, or none. D1 has no other transaction. A write
 * is answered when it is on disk.
 */
export interface Database extends BaseSQLiteDatabase<'async', unknown> {
  batch<const Items extends Batch>(items: Items): Promise<BatchResponse<Items>>
}
