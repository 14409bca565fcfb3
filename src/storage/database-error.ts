import { DrizzleQueryError } from 'drizzle-orm/errors'
import { AppError } from '../core/error.ts'

const SOON_MS = 1_000
/** For outages that need an operator. */
const LATER_MS = 60_000

interface Outage {
  message: string
  retryAfterMs: number
}

const LOCKED = { message: 'The database is locked by another process.', retryAfterMs: SOON_MS }
const BUSY = { message: 'The database is not available right now.', retryAfterMs: SOON_MS }

/** By the prefix of a code of SQLite, of the libSQL client or of ours. */
const OUTAGES: Readonly<Record<string, Outage>> = {
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
  SQLITE_FULL: { message: 'The disk of the database is full.', retryAfterMs: LATER_MS },
  SQLITE_IOERR: {
    message: 'The disk of the database could not be read or written.',
    retryAfterMs: LATER_MS,
  },
  SQLITE_READONLY: { message: 'The database is read-only.', retryAfterMs: LATER_MS },
  SQLITE_PERM: { message: 'There is no permission to open the database.', retryAfterMs: LATER_MS },
  SQLITE_CANTOPEN: { message: 'The database cannot be opened.', retryAfterMs: LATER_MS },
  SQLITE_CORRUPT: { message: 'The database is damaged.', retryAfterMs: LATER_MS },
  SQLITE_NOTADB: { message: 'The database is damaged.', retryAfterMs: LATER_MS },
  SQLITE_NOMEM: BUSY,
  SQLITE_INTERRUPT: BUSY,
  SQLITE_PROTOCOL: BUSY,
  SERVER_ERROR: BUSY,
  HRANA_: BUSY,
  DATABASE_LATE: BUSY,
}

/**
 * D1 has no error codes, only messages.
 * https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */
const D1_OUTAGE =
  /D1 DB is overloaded|D1 DB reset|D1 DB exceeded|D1 DB storage|D1 DB's isolate|Cannot resolve D1 DB|object to be reset|Network connection lost/
const D1_FULL = /Exceeded maximum DB size/
/** A Worker cannot apply migrations itself. */
const NOT_MIGRATED = /no such (table|column)/
const MIGRATE: Outage = {
  message:
    'The database has no tables, or those of an earlier version. Apply its migrations: ' +
    '`npx wrangler d1 migrations apply DB --remote`, or `--local` under `wrangler dev`.',
  retryAfterMs: LATER_MS,
}

/**
 * The error of a query without its parameters, so that it can be logged and answered. A database
 * that cannot be used right now becomes `unavailable`; other errors are returned as they are.
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
    if (NOT_MIGRATED.test(message)) return MIGRATE
  }
  const code = 'code' in error ? error.code : /\bSQLITE_[A-Z]+/.exec(message)?.[0]
  if (typeof code !== 'string') return undefined
  const known = Object.keys(OUTAGES).find((start) => code.startsWith(start))
  return known === undefined ? undefined : OUTAGES[known]
}
