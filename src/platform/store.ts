import type { Database } from '../storage/database.ts'

/** The data of the platform, and the clock that dates its writes. */
export interface Store {
  database: Database
  now(): Date
}

/** Unix seconds, the unit of all instants in the API and the database. */
export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
