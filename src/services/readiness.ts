import { sql } from 'drizzle-orm'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { ProductSource } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { storeCheck } from '../storage/secrets.ts'

/** Probes usually give up after some seconds. */
const MAX_CHECK_MS = 4_000
/** Anybody may ask: more frequent callers get the last answer. */
const CACHED_MS = 1_000
const RETRY_AFTER_MS = 1_000

interface ReadinessDeps {
  database: Database | undefined
  /** Whether the database is asked to store something: D1 counts what is written. */
  checksWrites: boolean
  ranking: ProductSource
  /** Monotonic milliseconds. */
  clock(): number
  log: Log
}

/**
 * Whether the service can do its work: the database stores what it is given, and launches have been read once. An upstream
 * that fails later makes no process unready: all of them would be, and stale answers are better than none.
 *
 * @throws AppError that names what is missing.
 */
export function createReadiness(deps: ReadinessDeps) {
  const { ranking, clock, log } = deps
  let hasRead = false
  let last: { atMs: number; missing: Promise<readonly string[]> } | undefined

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
    const signal = AbortSignal.timeout(MAX_CHECK_MS)
    const issues = await Promise.all([databaseIssue(deps, signal), readingIssue(signal)])
    if (last) last.atMs = clock()
    return issues.filter((issue) => issue !== undefined)
  }

  return async function ready(): Promise<void> {
    if (!last || clock() - last.atMs >= CACHED_MS) {
      last = { atMs: Number.POSITIVE_INFINITY, missing: missingParts() }
    }
    const missing = await last.missing
    if (missing.length === 0) return
    const message = `The service is not ready: ${missing.join(', and ')}.`
    throw new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
  }
}

async function databaseIssue(
  { database, checksWrites, log }: Pick<ReadinessDeps, 'database' | 'checksWrites' | 'log'>,
  signal: AbortSignal,
) {
  try {
    if (!database) return undefined
    const check = checksWrites ? storeCheck(database) : database.run(sql`select 1`)
    await untilAborted(Promise.resolve(check), signal)
  } catch (error) {
    log.warn('not-ready', { part: 'database', error: databaseError(error) })
    return checksWrites ? 'the database stores nothing' : 'the database does not answer'
  }
}
