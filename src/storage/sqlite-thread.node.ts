import Database from 'libsql'
import { LRUCache } from 'lru-cache'
import { errorCode, errorMessage } from '../core/error.ts'
import { BROKEN, type SqliteRows, type SqliteWork } from './sqlite-work.node.ts'

// One of the two threads of `sqlite-database.node.ts`, each with a connection of its own. SQLite is
// synchronous: on the main thread, every commit would block all requests for as long as the disk takes.

type Connection = ReturnType<typeof open>

const MAX_PREPARED = 200
const SLICE_MS = 200
/** Errors after which a ROLLBACK leaves a clean connection. After any other, the thread is replaced. */
const IS_CLEAN =
  /^SQLITE_(BUSY|LOCKED|CONSTRAINT|FULL|ERROR|TOOBIG|MISMATCH|RANGE|CANTOPEN)|^DATABASE_LATE/

let connection: Connection | undefined
let isBroken = false

/**
 * Locks are only taken by `exec`: a statement that fails because of a lock remains active until it is
 * reset, which this library cannot do. An active write silently keeps later ones from being committed,
 * and an active read keeps later ones from seeing them.
 *
 * @throws Error whose message begins with a code: threads pass on no other property of an error.
 */
export function execute(work: SqliteWork): SqliteRows {
  const { path, statements, mode, startByMs, maxLockedMs } = work
  try {
    if (isBroken) throw new Error('an earlier call left the connection in an unknown state')
    if (process.uptime() * 1_000 > startByMs) throw late()
    connection ??= open(path, maxLockedMs)
    const { database, prepared } = connection
    if (mode === 'migrate') database.exec('PRAGMA foreign_keys = OFF')
    try {
      const begin =
        mode === 'read' ? 'BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1' : 'BEGIN IMMEDIATE'
      execWithin(database, begin, maxLockedMs)
      const rows = statements.map(({ sql, params }) => prepared.memo(sql)(params))
      database.exec('COMMIT')
      return rows
    } finally {
      if (database.inTransaction) database.exec('ROLLBACK')
      if (mode === 'migrate') database.exec('PRAGMA foreign_keys = ON')
    }
  } catch (error) {
    const code = errorCode(error)
    isBroken ||= code === undefined || !IS_CLEAN.test(code)
    const codes = [code, isBroken && BROKEN].filter(Boolean)
    throw new Error(`${codes.join(', ')}: ${errorMessage(error)}`)
  }
}

/** Waits for a lock in slices, between which the thread can be stopped. */
function execWithin(database: Database.Database, sql: string, maxLockedMs: number) {
  for (const since = process.uptime(); ; ) {
    try {
      return database.exec(sql)
    } catch (error) {
      const isLocked = /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '')
      if (!isLocked || (process.uptime() - since) * 1_000 >= maxLockedMs) throw error
      if (database.inTransaction) database.exec('ROLLBACK')
    }
  }
}

function late() {
  return Object.assign(new Error('too many calls were waiting'), { code: 'DATABASE_LATE' })
}

function open(path: string, maxLockedMs: number) {
  const database = connect(path, maxLockedMs)
  try {
    // In WAL mode, readers do not block the writer, and only FULL waits for the disk at each
    // commit: otherwise, a write that was acknowledged could be lost in a power failure.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA busy_timeout = ${Math.min(maxLockedMs, SLICE_MS)}`)
  } catch (error) {
    database.close()
    throw error
  }
  const memoMethod = (sql: string) => prepare(database, sql)
  return { database, prepared: new LRUCache({ max: MAX_PREPARED, memoMethod }) }
}

function connect(path: string, timeout: number) {
  try {
    return new Database(path, { timeout })
  } catch {
    throw Object.assign(new Error(`${path} cannot be opened`), { code: 'SQLITE_CANTOPEN' })
  }
}

/** Values are passed as an array: a single object or null would be taken for named parameters. */
function prepare(database: Database.Database, sql: string) {
  const statement = database.prepare(sql)
  if (statement.reader) {
    statement.raw(true)
    return (params: readonly unknown[]): unknown[] => statement.all(params)
  }
  return (params: readonly unknown[]): unknown[] => {
    statement.run(params)
    return []
  }
}
