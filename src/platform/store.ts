import type { Database } from '../storage/database.ts'

/** The data of the platform, and the clock that dates its writes. */
export interface Store {
  database: Database
  now(): Date
}
