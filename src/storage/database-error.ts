import { DrizzleQueryError } from 'drizzle-orm/errors'
import { AppError, errorCode } from '../core/error.ts'

const SOON_MS = 1_000
/** For outages that need an operator. */
const LATER_MS = 60_000

type Outage = readonly [pattern: RegExp, message: string, retryAfterMs: number]

const UNAVAILABLE = 'The database is not available right now.'
const FULL = 'The disk of the database is full.'

/** By the code of SQLite, of the libSQL client or of our own. */
const BY_CODE: readonly Outage[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'The database is locked by another process.', SOON_MS],
  [/^SQLITE_FULL/, FULL, LATER_MS],
  [/^SQLITE_IOERR/, 'The disk of the database could not be read or written.', LATER_MS],
  [/^SQLITE_READONLY/, 'The database is read-only.', LATER_MS],
  [/^SQLITE_PERM/, 'There is no permission to open the database.', LATER_MS],
  [/^SQLITE_CANTOPEN/, 'The database cannot be opened.', LATER_MS],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'The database is damaged.', LATER_MS],
  [/^SQLITE_(NOMEM|INTERRUPT|PROTOCOL)|^SERVER_ERROR|^HRANA_|^DATABASE_/, UNAVAILABLE, SOON_MS],
]

/**
 * By the message of D1, which has no error codes.
 * https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */
const BY_D1_MESSAGE: readonly Outage[] = [
  [/Exceeded maximum DB size/, FULL, LATER_MS],
  [
    /D1 DB is overloaded|D1 DB reset|D1 DB exceeded|D1 DB storage|D1 DB's isolate|Cannot resolve D1 DB|object to be reset|Network connection lost/,
    UNAVAILABLE,
    SOON_MS,
  ],
  // A Worker cannot apply migrations itself.
  [
    /no such (table|column)/,
    'The database has no tables, or lacks some. Apply its migrations: ' +
      '`npx wrangler d1 migrations apply DB --remote`, or `--local` under `wrangler dev`.',
    LATER_MS,
  ],
]

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
  const [, message, retryAfterMs] = outage
  return new AppError('unavailable', message, { retryAfterMs, cause })
}

function outageOf(error: Error): Outage | undefined {
  const { message } = error
  const isOfD1 = message.startsWith('D1_') || message.includes('D1 DB')
  const ofD1 = isOfD1 && BY_D1_MESSAGE.find(([pattern]) => pattern.test(message))
  if (ofD1) return ofD1
  const code =
    errorCode(error) ?? /\b(?:SQLITE_[A-Z]+|DATABASE_(?:BROKEN|LATE))/.exec(message)?.[0] ?? ''
  return BY_CODE.find(([pattern]) => pattern.test(code))
}
