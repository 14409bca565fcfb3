import Database from 'libsql'
import { ANY_MIGRATION, LAST_MIGRATION, pendingMigrations } from './migrations.node.ts'
import { assertSameFile, FileMovedError, makeFile, openedFile } from './sqlite-file.node.ts'
import type { OpenedFile, SqliteRequest, SqliteResults } from './sqlite-message.ts'

const MAX_PREPARED = 200
/** Failures of a statement, after which SQLite has ended it and a ROLLBACK leaves nothing behind. */
const ENDS_STATEMENT = /^SQLITE_(CONSTRAINT|FULL|ERROR|TOOBIG|MISMATCH|RANGE)/

export interface ConnectionOptions {
  path: string
  migrationsFolder: string
  /** The file that was opened before, and no other. It is made, and migrated, without one. */
  identity?: string | undefined
}

/** Somebody else has the lock. Nothing was done, and nothing is left of the attempt. */
class LockedError extends Error {
  override readonly name = 'LockedError'
}

export interface SqliteConnection extends OpenedFile {
  run(request: SqliteRequest): SqliteResults
  /** Whether it may be used again after this failure of its own. */
  isUsableAfter(error: unknown): boolean
}

/**
 * One connection to a file of SQLite's, which waits for no lock: it throws `LockedError`.
 *
 * A write is a transaction, and done when its COMMIT has succeeded. That is why BEGIN and COMMIT
 * stand around a single statement too. A statement that SQLite gave up for a lock is still active
 * until it is reset, for which this library has no call, and an active write keeps every later one
 * from being committed on its own, without an error. `inTransaction` does not show it. A lock is
 * therefore only taken by `exec`, which leaves no statement behind.
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
      // Kept open: until the file is put back, nothing else may have what is in it.
      if (error instanceof FileMovedError) return true
      return error instanceof LockedError || ENDS_STATEMENT.test(codeOf(error))
    },
  }
}

export function isLocked(error: unknown): boolean {
  return error instanceof LockedError || /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

/** SQLite's code of a failure, if it has one. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

function open({ path, identity, migrationsFolder }: ConnectionOptions) {
  if (identity === undefined) makeFile(path)
  else assertSameFile(path, identity)
  const database = connect(path)
  try {
    // Readers do not stop the writer. In this mode only FULL waits for the disk at each commit:
    // with less, a write that was answered could be gone after the power was.
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
    // Without a timeout: a busy wait would block whoever else waits for this thread.
    return new Database(path)
  } catch (cause) {
    throw Object.assign(new Error(`${path} cannot be opened`, { cause }), {
      code: 'SQLITE_CANTOPEN',
    })
  }
}

/** Processes that start together do this one after the other; all but the first find it done. */
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

/** Values go as one array: a single one that is an object, null too, would be taken for names. */
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
