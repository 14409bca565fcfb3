import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { migrate } from 'drizzle-orm/sqlite-proxy/migrator'
import { Tinypool } from 'tinypool'
import { untilAborted } from '../core/abort.ts'
import { AppError, errorMessage } from '../core/error.ts'
import type { Database } from './database.ts'
import { migrateBesideOthers } from './migrations.node.ts'
import { BROKEN, type SqliteRows, type SqliteWork } from './sqlite-work.node.ts'

const MAX_LOCKED_MS = 5_000
/** How long a call may take in total. A late call is not withdrawn: it may still succeed. */
const MAX_MS = 10_000
/** How many calls may wait at once for each thread. */
const MAX_WAITING = 1_000

/** What the threads put in front of a message. All other errors come from the pool. */
const CODE = /^(SQLITE|DATABASE)_/

interface SqliteOptions {
  path: string
  migrationsFolder: string
  /** The module of the threads. */
  thread: URL
  /** How long a call waits for its turn, and a write for a lock of another process. */
  maxLockedMs?: number | undefined
  maxMs?: number | undefined
}

interface Query {
  sql: string
  params: readonly unknown[]
  method: string
}

/**
 * A SQLite file with one thread for reads and one for writes: a long read delays no write. All waits
 * are limited. A read sees every write that was answered before it began.
 */
export function sqliteDatabase(options: SqliteOptions) {
  const { path, migrationsFolder, thread, maxLockedMs = MAX_LOCKED_MS, maxMs = MAX_MS } = options
  const threads = { read: startThread(thread), write: startThread(thread) }
  let opened: Promise<void> = Promise.resolve()

  async function run(
    mode: SqliteWork['mode'],
    queries: readonly Omit<Query, 'method'>[],
    pool = threads[mode === 'read' ? 'read' : 'write'],
  ) {
    const statements = queries.map(({ sql, params }) => ({ sql, params: params.map(toValue) }))
    const startByMs = process.uptime() * 1_000 + maxLockedMs
    const work: SqliteWork = { path, statements, mode, startByMs, maxLockedMs }
    try {
      const rows: SqliteRows = await untilAborted(pool.run(work), AbortSignal.timeout(maxMs))
      return rows
    } catch (error) {
      const message = errorMessage(error)
      if (message.includes(BROKEN)) await pool.recycleWorkers()
      if (CODE.test(message)) throw error
      const options = { retryAfterMs: 1_000, cause: error }
      throw new AppError('unavailable', 'The database did not answer in time.', options)
    }
  }

  async function execute(queries: readonly Query[]) {
    // A read that is mistaken for a write only has to wait longer.
    const isRead = queries.every(({ sql }) => /^\s*select\b/i.test(sql))
    const results = await run(isRead ? 'read' : 'write', queries)
    return queries.map(({ method }, at) => rowsOf(method, results[at] ?? []))
  }

  async function applyMigrations(pending: readonly string[]) {
    const statements = pending.map((sql) => ({ sql, params: [] }))
    if (statements.length > 0) await run('migrate', statements)
  }

  async function executeOnceOpen(queries: readonly Query[]) {
    await opened
    return execute(queries)
  }

  return {
    database: databaseOf(executeOnceOpen),

    open() {
      opened = migrateBesideOthers(() =>
        migrate(databaseOf(execute), applyMigrations, { migrationsFolder }),
      )
      return opened
    },

    async close() {
      // libSQL ends the process if a thread is stopped while it is loading or executing.
      await opened.catch(() => {})
      // A read waits for what the thread does, and for no lock.
      await Promise.allSettled(Object.values(threads).map((thread) => run('read', [], thread)))
      await Promise.all([threads.read.destroy(), threads.write.destroy()])
    },
  }
}

function startThread(thread: URL) {
  return new Tinypool({
    filename: thread.href,
    name: 'execute',
    minThreads: 1,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
  })
}

function databaseOf(execute: (queries: readonly Query[]) => Promise<{ rows: unknown[] }[]>) {
  const database: Database & SqliteRemoteDatabase = drizzle(
    async (sql, params, method) => {
      const [rows] = await execute([{ sql, params, method }])
      return rows ?? { rows: [] }
    },
    (queries: readonly Query[]) => execute(queries),
  )
  return database
}

function rowsOf(method: string, rows: readonly unknown[]) {
  const [row] = rows
  if (method === 'get' && isRow(row)) return { rows: row }
  return { rows: [...rows] }
}

/** `get` returns one row or undefined, which drizzle's types do not say. */
function isRow(row: unknown): row is unknown[] {
  return row === undefined || Array.isArray(row)
}

/** A value that can be bound. libsql aborts the process if it is given a boolean. */
function toValue(value: unknown) {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('A number in a statement must be finite.')
  }
  return value
}
