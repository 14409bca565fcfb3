import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'
import { LRUCache } from 'lru-cache'
import { ANY_MIGRATION, LAST_MIGRATION, pendingMigrations } from './migrations.node.ts'

// The thread that `sqlite-database.node.ts` starts, with one connection, opened by its first
// request. Every request gets a reply. If a failure may have left the connection in an unknown
// state, the thread ends after its reply: only that releases all that SQLite holds.

export interface ThreadOptions {
  path: string
  migrationsFolder: string
}

/** Statements that are executed atomically. Without any, the database is only opened. */
export interface SqliteRequest {
  id: number
  statements: readonly { sql: string; params: readonly unknown[] }[]
  isWrite: boolean
  /** A request that has not started by then never does. By `process.uptime`, which all threads share. */
  startByMs: number
}

/** The rows of each statement, as arrays of values. */
export type SqliteRows = readonly (readonly unknown[])[]

export type SqliteReply = { id: number } & (
  | { rows: SqliteRows }
  | { error: { code: string; message: string }; isLast: boolean }
)

type Connection = ReturnType<typeof open>

const RETRY_MS = 10
const MAX_PREPARED = 200
/** Errors after which a ROLLBACK leaves a clean connection. */
const IS_CLEAN = /^(SQLITE_(BUSY|LOCKED|CONSTRAINT|FULL|ERROR|TOOBIG|MISMATCH|RANGE)|DATABASE_LATE)/

const { path, migrationsFolder }: ThreadOptions = workerData
let connection: Connection | undefined
let lastWrite: Promise<unknown> = Promise.resolve()

parentPort?.on('message', async (request: SqliteRequest) => {
  const { id, isWrite } = request
  // Writes keep their order while the first one waits for a lock. Reads need not wait.
  const work = isWrite ? lastWrite.then(() => execute(request)) : execute(request)
  if (isWrite) lastWrite = work.catch(() => {})
  try {
    reply({ id, rows: await work })
  } catch (error) {
    const code = codeOf(error)
    const message = error instanceof Error ? error.message : String(error)
    const isLast = !IS_CLEAN.test(code)
    reply({ id, error: { code, message }, isLast })
    if (isLast) process.exit(1)
  }
})

function reply(message: SqliteReply) {
  parentPort?.postMessage(message)
}

/** Never waits for a lock inside SQLite, which would keep all other requests waiting too. */
async function execute(request: SqliteRequest): Promise<SqliteRows> {
  let error: unknown = withCode('DATABASE_LATE', 'the call waited too long for its turn')
  while (process.uptime() * 1_000 < request.startByMs) {
    try {
      return runAll(request)
    } catch (thrown) {
      if (!/^SQLITE_(BUSY|LOCKED)/.test(codeOf(thrown))) throw thrown
      error = thrown
    }
    await setTimeout(RETRY_MS)
  }
  throw error
}

/**
 * Locks are only taken by `exec`. The reason: a statement that fails because of a lock remains
 * active until it is reset, which this library cannot do. An active write silently keeps later ones
 * from being committed, and an active read keeps later ones from seeing them.
 */
function runAll({ statements, isWrite }: SqliteRequest): SqliteRows {
  connection ??= open()
  const { database, prepared } = connection
  try {
    database.exec(isWrite ? 'BEGIN IMMEDIATE' : 'BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1')
    const rows = statements.map(({ sql, params }) => prepared.memo(sql)(params))
    database.exec('COMMIT')
    return rows
  } finally {
    rollBack(database)
  }
}

/** A connection that cannot be rolled back is in an unknown state, whatever the reason. */
function rollBack(database: Database.Database) {
  if (!database.inTransaction) return
  try {
    database.exec('ROLLBACK')
  } catch (error) {
    throw withCode('DATABASE_BROKEN', `the transaction cannot be rolled back: ${error}`)
  }
}

function open() {
  const database = connect()
  try {
    // In WAL mode, readers do not block the writer, and only FULL waits for the disk at each
    // commit: otherwise, a write that was acknowledged could be lost in a power failure.
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    migrate(database)
    database.exec('PRAGMA foreign_keys = ON')
  } catch (error) {
    database.close()
    throw error
  }
  const memoMethod = (sql: string) => prepare(database, sql)
  return { database, prepared: new LRUCache({ max: MAX_PREPARED, memoMethod }) }
}

/** Without a busy timeout, which is 0 by default. */
function connect() {
  try {
    return new Database(path)
  } catch {
    throw withCode('SQLITE_CANTOPEN', `${path} cannot be opened`)
  }
}

/** If several processes start at once, they take turns, and only the first one migrates. */
function migrate(database: Database.Database) {
  if (pendingMigrations(migrationsFolder, lastMigration(database)).length === 0) return
  database.exec('PRAGMA foreign_keys = OFF')
  database.exec('BEGIN IMMEDIATE')
  try {
    const pending = pendingMigrations(migrationsFolder, lastMigration(database))
    for (const sql of pending) database.exec(sql)
    database.exec('COMMIT')
  } finally {
    rollBack(database)
  }
}

function lastMigration(database: Database.Database) {
  if (database.prepare(ANY_MIGRATION).all([]).length === 0) return 0
  return Number(database.prepare(LAST_MIGRATION).pluck().all([])[0] ?? 0)
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

function withCode(code: string, message: string) {
  return Object.assign(new Error(message), { code })
}

/** The SQLite code of an error; empty if it has none. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
