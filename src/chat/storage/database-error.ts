import { DrizzleQueryError } from 'drizzle-orm/errors'
import { AppError } from '../../core/error.ts'

const SOON_MS = 1_000
/** Somebody has to do something about it first. */
const LATER_MS = 60_000

interface Outage {
  message: string
  retryAfterMs: number
}

const LOCKED = { message: 'Another process holds the lock of the database.', retryAfterMs: SOON_MS }
const BUSY = { message: 'The database cannot answer right now.', retryAfterMs: SOON_MS }

/** By the beginning of a code of SQLite's, a code of the libSQL client or of our own. */
const OUTAGES: Readonly<Record<string, Outage>> = {
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
  SQLITE_FULL: { message: 'The disk of the database is full.', retryAfterMs: LATER_MS },
  SQLITE_IOERR: {
    message: 'The disk of the database could not be read or written.',
    retryAfterMs: LATER_MS,
  },
  SQLITE_READONLY: { message: 'The database is read-only.', retryAfterMs: LATER_MS },
  SQLITE_PERM: { message: 'The database may not be opened.', retryAfterMs: LATER_MS },
  SQLITE_CANTOPEN: { message: 'The database cannot be opened.', retryAfterMs: LATER_MS },
  SQLITE_CORRUPT: { message: 'The database is damaged.', retryAfterMs: LATER_MS },
  SQLITE_NOTADB: { message: 'The database is damaged.', retryAfterMs: LATER_MS },
  SQLITE_NOMEM: BUSY,
  SQLITE_INTERRUPT: BUSY,
  SQLITE_PROTOCOL: BUSY,
  SERVER_ERROR: BUSY,
  HRANA_: BUSY,
  DATABASE_MOVED: {
    message: 'The file of the database was moved, replaced or deleted. Restart the service.',
    retryAfterMs: LATER_MS,
  },
}

/**
 * D1 has no codes, only sentences.
 * https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */
const D1_OUTAGE =
  /D1 DB is overloaded|D1 DB reset|D1 DB exceeded|D1 DB storage|D1 DB's isolate|Cannot resolve D1 DB|object to be reset|Network connection lost/
const D1_FULL = /Exceeded maximum DB size/

/**
 * Why a query failed, as it may be logged and answered: without the values it was made with. A
 * database that cannot be used right now is `unavailable`; what else there is stays as it was.
 */
export function databaseError(error: unknown): unknown {
  const cause =
    error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error
  if (!(cause instanceof Error) || cause instanceof AppError) return cause
  const outage = outageOf(cause)
  if (!outage) return cause
  const { message, retryAfterMs } = outage
  return new AppError('unavailable', message, { retryAfterMs, cause })
}

function outageOf(error: Error): Outage | undefined {
  const { message } = error
  if (message.startsWith('D1_') || message.includes('D1 DB')) {
    if (D1_FULL.test(message)) return OUTAGES.SQLITE_FULL
    if (D1_OUTAGE.test(message)) return BUSY
  }
  const code = 'code' in error ? error.code : /\bSQLITE_[A-Z]+/.exec(message)?.[0]
  if (typeof code !== 'string') return undefined
  const known = Object.keys(OUTAGES).find((start) => code.startsWith(start))
  return known === undefined ? undefined : OUTAGES[known]
}
