import Database from 'libsql'
import { ANY_MIGRATION, LAST_MIGRATION, pendingMigrations } from './migrations.node.ts'
import { assertSameFile, createFile, FileMovedError, openedFile } from './sqlite-file.node.ts'
import type { OpenedFile, SqliteRequest, SqliteResults } from './sqlite-message.ts'

const MAX_PREPARED = 200
/** Errors after which SQLite has ended the statement, so that a ROLLBACK leaves a clean state. */
const ENDS_STATEMENT = /^SQLITE_(CONSTRAINT|FULL|ERROR|TOOBIG|MISMATCH|RANGE)/

export interface ConnectionOptions {
  path: string
  migrationsFolder: string
  /** The file that was opened before. Without it, the file is created if missing, and migrated. */
  identity?: string | undefined
}

/** Another process has the lock. Nothing was executed. */
class LockedError extends Error {
  override readonly name = 'LockedError'
}

export interface SqliteConnection extends OpenedFile {
  run(request: SqliteRequest): SqliteResults
  /** Whether the connection can be used again after this error. */
  isUsableAfter(error: unknown): boolean
}

/**
 * One connection to a SQLite file, which never waits for a lock but throws `LockedError`.
 *
 * Every write is in a transaction, even a single statement, and has succeeded when COMMIT has. The
 * reason: a statement that fails because of a lock remains active until it is reset, which this
 * library cannot do. An active write silently keeps later ones from being committed, and
 * `inTransaction` does not show it. Locks are therefore only taken by `exec`, which leaves no
 * active statement.
 */
export function openConnection(options: ConnectionOptions): SqliteConnection {
  const { database, file } = open(options)
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  let isBroken = false

  function statement(sql: string) {
    const known = prepared.get(sql)
    if (known) return known
    const [oldest] = prepared.keys()
    if (oldest !== undefined && prepared.size >= MAX_PREPARED) prepared.delete(oldest)
    const made = prepare(database, sql)
    prepared.set(sql, made)
    return made
  }

  function runAll({ statements }: SqliteRequest): SqliteResults {
    return statements.map(({ sql, params }) => statement(sql)(params))
  }

  function runTogether(request: SqliteRequest): SqliteResults {
    try {
      exec(database, request.mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN')
      const results = runAll(request)
      exec(database, 'COMMIT')
      return results
    } catch (error) {
      rollBack()
      throw error
    }
  }

  function rollBack() {
    try {
      if (database.inTransaction) database.exec('ROLLBACK')
    } finally {
      isBroken ||= database.inTransaction
    }
  }

  return {
    identity: file.identity,
    readableByOthers: file.readableByOthers,

    run(request) {
      const { statements, mode } = request
      file.assertInPlace(mode)
      const isTransaction = mode === 'write' || (mode === 'read' && statements.length > 1)
      const results = isTransaction ? runTogether(request) : runAll(request)
      file.assertInPlace(mode)
      return results
    },

    isUsableAfter(error) {
      if (isBroken) return false
      // Kept open: until the file is moved back, it may be the only access to its data.
      if (error instanceof FileMovedError) return true
      return error instanceof LockedError || ENDS_STATEMENT.test(codeOf(error))
    },
  }
}

export function isLocked(error: unknown): boolean {
  return error instanceof LockedError || /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

/** The SQLite code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function open({ path, identity, migrationsFolder }: ConnectionOptions) {
  if (identity === undefined) createFile(path)
  else assertSameFile(path, identity)
  const database = connect(path)
  try {
    // In WAL mode, readers do not block the writer, and only FULL waits for the disk at each
    // commit: otherwise, a write that was acknowledged could be lost in a power failure.
    exec(database, 'PRAGMA journal_mode = WAL')
    exec(database, 'PRAGMA synchronous = FULL')
    if (identity === undefined) migrate(database, migrationsFolder)
    exec(database, 'PRAGMA foreign_keys = ON')
    const file = openedFile(path)
    if (identity !== undefined) assertSameFile(path, identity)
    return { database, file }
  } catch (error) {
    database.close()
    throw error
  }
}

function connect(path: string) {
  try {
    // Without a busy timeout, which would block all other requests to this thread.
    return new Database(path)
  } catch (cause) {
    throw Object.assign(new Error(`${path} cannot be opened`, { cause }), {
      code: 'SQLITE_CANTOPEN',
    })
  }
}

/** If several processes start at once, they take turns, and only the first one migrates. */
function migrate(database: Database.Database, folder: string) {
  if (pendingMigrations(folder, lastMigration(database)).length === 0) return
  exec(database, 'PRAGMA foreign_keys = OFF')
  exec(database, 'BEGIN IMMEDIATE')
  try {
    for (const sql of pendingMigrations(folder, lastMigration(database))) exec(database, sql)
    exec(database, 'COMMIT')
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK')
  }
}

function lastMigration(database: Database.Database) {
  if (database.prepare(ANY_MIGRATION).all([]).length === 0) return 0
  return Number(database.prepare(LAST_MIGRATION).pluck().all([])[0] ?? 0)
}

function exec(database: Database.Database, sql: string) {
  try {
    database.exec(sql)
  } catch (cause) {
    if (!isLocked(cause)) throw cause
    throw new LockedError('the database is locked', { cause })
  }
}

/** Values are passed as an array: a single object or null would be taken for named parameters. */
function prepare(database: Database.Database, sql: string) {
  const statement = database.prepare(sql)
  if (statement.reader) {
    statement.raw(true)
    return (params: readonly unknown[]) => statement.all(params)
  }
  return (params: readonly unknown[]): unknown[] => {
    statement.run(params)
    return []
  }
}
