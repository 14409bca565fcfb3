import pRetry from 'p-retry'

/** About two seconds in all, besides the time that a lock is waited for. */
const RETRIES = { retries: 5, minTimeout: 50 }

/**
 * If several processes start at once on a new database, the first one migrates it. The others find it
 * locked, or its tables there already, and have nothing left to do when they try again.
 */
export function migrateBesideOthers(migrate: () => Promise<void>): Promise<void> {
  return pRetry(migrate, RETRIES)
}
