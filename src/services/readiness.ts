import { sql } from 'drizzle-orm'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { ProductSource } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'

/** Probes usually give up after some seconds. */
const MAX_CHECK_MS = 4_000
/** Anybody may ask: whoever asks more often gets the last answer. */
const KEPT_MS = 1_000
const RETRY_AFTER_MS = 1_000

interface ReadinessDeps {
  database: Database | undefined
  ranking: ProductSource
  /** Monotonic milliseconds. */
  clock(): number
  log: Log
}

/**
 * Whether the service can do its work: the database answers, and launches have been read once. An upstream
 * that fails later makes no process unready: all of them would be, and stale answers are better than none.
 *
 * @throws AppError that names what is missing.
 */
export function createReadiness({ database, ranking, clock, log }: ReadinessDeps) {
  let hasRead = false
  let last: { atMs: number; missing: readonly string[] } | undefined

  async function databaseIssue(signal: AbortSignal) {
    try {
      if (database) await untilAborted(Promise.resolve(database.run(sql`select 1`)), signal)
    } catch (error) {
      log.warn('not-ready', { part: 'database', error: databaseError(error) })
      return 'the database does not answer'
    }
  }

  async function readingIssue(signal: AbortSignal) {
    try {
      if (!hasRead) await untilAborted(ranking.top({ order: 'VOTES', limit: 1, signal }), signal)
      hasRead = true
    } catch (error) {
      log.warn('not-ready', { part: 'launches', error })
      return `no launches have been read from ${ranking.name}`
    }
  }

  async function missingParts() {
    if (last && clock() - last.atMs < KEPT_MS) return last.missing
    const signal = AbortSignal.timeout(MAX_CHECK_MS)
    const issues = await Promise.all([databaseIssue(signal), readingIssue(signal)])
    const missing = issues.filter((issue) => issue !== undefined)
    last = { atMs: clock(), missing }
    return missing
  }

  return async function ready(): Promise<void> {
    const missing = await missingParts()
    if (missing.length === 0) return
    const message = `The service is not ready: ${missing.join(', and ')}.`
    throw new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
  }
}
