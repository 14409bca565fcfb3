import { AppError, errorCode, errorMessage } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { networkReason } from '../core/upstream/upstream-error.ts'
import type { Database } from './database.ts'
import { databaseError } from './database-error.ts'
import { databasePath } from './database-path.node.ts'
import { sqliteClient } from './sqlite-client.node.ts'
import { sqliteDatabase } from './sqlite-database.node.ts'

/** How long a start waits for other processes that are migrating the database. */
const MAX_OPENING_MS = 30_000

interface LibsqlOptions {
  /** `file:…`, or `libsql://…` and `https://…` for a server. */
  url: string
  authToken?: string | undefined
  /** The folder of the migrations. */
  migrationsFolder: string
  /** The module of the thread in which a file is opened. */
  thread: URL
  /** How long a call waits for a lock of another process. */
  maxLockedMs?: number
  /** How long a call may take in total. */
  maxMs?: number
  /** Called when the database has been opened, not before. */
  log(): Pick<Log, 'warn'>
}

export interface LibsqlDatabase {
  database: Database
  /**
   * Resolves when the database is open and migrated.
   *
   * @throws Error which names the variable and says what is wrong.
   */
  opened: Promise<void>
  close(): Promise<void>
}

/**
 * A libSQL database: a file, created with its folder if it is missing, or a server. It is opened in
 * the background.
 */
export async function libsqlDatabase(options: LibsqlOptions): Promise<LibsqlDatabase> {
  const isFile = options.url.startsWith('file:')
  function fail(cause: unknown): never {
    const reason = reasonOf(databaseError(cause), isFile)
    throw new Error(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
  }
  const { database, open, close } = isFile
    ? fileDatabase(options)
    : await serverDatabase(options).catch(fail)
  const opened = open().catch(fail)
  // The caller awaits it later: until then it must not be an unhandled rejection.
  opened.catch(() => {})
  return { database, opened, close }
}

/** The messages of a server's client quote the URL or the token, unless they are about a statement. */
function reasonOf(error: unknown, isFile: boolean): string {
  const isSafe = isFile || error instanceof AppError || errorCode(error)?.startsWith('SQLITE_')
  return isSafe ? errorMessage(error) : networkReason(error)
}

function fileDatabase({ url, log, ...options }: LibsqlOptions) {
  const client = sqliteClient({
    ...options,
    path: databasePath(url),
    onOpened({ readableByOthers }) {
      if (readableByOthers.length === 0) return
      log().warn('database-readable-by-others', { files: readableByOthers })
    },
  })
  const limits = { maxLockedMs: MAX_OPENING_MS, maxMs: MAX_OPENING_MS }
  return {
    database: sqliteDatabase(client),
    open: async () => {
      await client.send({ statements: [], mode: 'read' }, limits)
    },
    close: client.close,
  }
}

/** Loaded only when needed, as it would delay every start. */
async function serverDatabase(options: LibsqlOptions) {
  const { url, authToken, migrationsFolder, maxMs: timeoutMs } = options
  const { libsqlServer } = await import('./libsql-server.node.ts')
  return libsqlServer({ url, authToken, migrationsFolder, timeoutMs })
}
