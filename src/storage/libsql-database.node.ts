import { fileURLToPath } from 'node:url'
import { AppError, errorCode, errorMessage } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { networkReason } from '../core/upstream/upstream-error.ts'
import type { Database } from './database.ts'
import { databaseError } from './database-error.ts'
import { refuseLaterVersion } from './migrations.node.ts'
import { sqliteDatabase } from './sqlite-database.node.ts'
import { createFile } from './sqlite-file.node.ts'

interface LibsqlOptions {
  /** `file:…`, or `libsql://…` and `https://…` for a server. */
  url: string
  authToken?: string | undefined
  migrationsFolder: string
  /** The module of the threads in which a file is opened. */
  thread: URL
  /** How long a call waits for a lock of another process. */
  maxLockedMs?: number
  /** How long a call may take in total. */
  maxMs?: number
  log: Pick<Log, 'warn'>
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
  const made = isFile ? fileDatabase(options) : serverDatabase(options)
  const { database, open, close } = await made.catch(fail)
  const opened = open()
    .then(() => refuseLaterVersion(database, options.migrationsFolder))
    .catch(fail)
  // The caller awaits it later: until then it must not be an unhandled rejection.
  opened.catch(() => {})
  return { database, opened, close }
}

/** The messages of a server's client quote the URL or the token, unless they are about a statement. */
function reasonOf(error: unknown, isFile: boolean): string {
  const isSafe = isFile || error instanceof AppError || errorCode(error)?.startsWith('SQLITE_')
  return isSafe ? errorMessage(error) : networkReason(error)
}

async function fileDatabase({ url, log, ...options }: LibsqlOptions) {
  const path = databasePath(url)
  const files = await createFile(path)
  if (files.length > 0) log.warn('database-readable-by-others', { files })
  return sqliteDatabase({ ...options, path })
}

function databasePath(url: string): string {
  if (url.startsWith('file:/')) return fileURLToPath(url)
  return decodeURIComponent(url.slice('file:'.length).replace(/[?#].*$/, ''))
}

/** Loaded only when needed, as it would delay every start. */
async function serverDatabase({ maxMs: timeoutMs, ...options }: LibsqlOptions) {
  const { libsqlServer } = await import('./libsql-server.node.ts')
  return libsqlServer({ ...options, timeoutMs })
}
