import { Worker } from 'node:worker_threads'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { AppError } from '../core/error.ts'
import type { Database } from './database.ts'
import type { SqliteReply, SqliteRequest, SqliteRows, ThreadOptions } from './sqlite-thread.node.ts'

/** How long a request waits for its turn and for a lock of another process. */
const MAX_LOCKED_MS = 5_000
/** How long a request may take in total. */
const MAX_MS = 10_000
/** How long a start waits for other processes that are migrating the database. */
const MAX_OPENING_MS = 30_000
/** How many requests may wait at once. */
const MAX_PENDING = 1_000

interface SqliteOptions extends ThreadOptions {
  /** The module of the thread. */
  thread: URL
  maxLockedMs?: number | undefined
  maxMs?: number | undefined
}

interface Query {
  sql: string
  params: readonly unknown[]
  method: string
}

type SqliteThread = ReturnType<typeof sqliteThread>

interface Pending {
  resolve(rows: SqliteRows): void
  reject(error: unknown): void
}

/**
 * A SQLite file in a thread of its own. SQLite is synchronous: on the main thread, every commit
 * would block all other requests for as long as the disk takes. All waits are limited. If the
 * thread ends, the next request starts another.
 */
export function sqliteDatabase(options: SqliteOptions) {
  const { thread: module, maxLockedMs = MAX_LOCKED_MS, maxMs = MAX_MS, ...workerData } = options
  let thread: SqliteThread | undefined
  let isClosed = false

  async function send(
    work: Pick<SqliteRequest, 'statements' | 'isWrite'>,
    limits = { maxLockedMs, maxMs },
  ): Promise<SqliteRows> {
    if (isClosed) throw new AppError('unavailable', 'The database is closed.')
    if (!thread?.isUsable()) thread = sqliteThread(module, workerData)
    const startByMs = process.uptime() * 1_000 + limits.maxLockedMs
    const rows = thread.send({ ...work, startByMs })
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLong('the database took too long')), limits.maxMs)
    })
    return Promise.race([rows, timeout]).finally(() => clearTimeout(timer))
  }

  async function execute(queries: readonly Query[]) {
    const statements = queries.map(({ sql, params }) => ({ sql, params: params.map(toValue) }))
    // A read that is mistaken for a write only has to wait longer.
    const isWrite = !queries.every(({ sql }) => /^\s*select\b/i.test(sql))
    const results = await send({ statements, isWrite })
    return queries.map(({ method }, at) => rowsOf(method, results[at] ?? []))
  }

  const database: Database = drizzle(
    async (sql, params, method) => {
      const [rows] = await execute([{ sql, params, method }])
      return rows ?? { rows: [] }
    },
    (queries: readonly Query[]) => execute(queries),
  )

  return {
    database,

    async open() {
      const limits = { maxLockedMs: MAX_OPENING_MS, maxMs: MAX_OPENING_MS }
      await send({ statements: [], isWrite: false }, limits)
    },

    async close() {
      isClosed = true
      await thread?.stop()
    },
  }
}

/** One thread. Calls that have timed out wait in it too, until it replies or ends. */
function sqliteThread(module: URL, workerData: ThreadOptions) {
  const pending = new Map<number, Pending>()
  let isUsable = true
  let lastId = 0
  let cause: unknown
  // No inherited arguments: reading source maps takes longer than opening the database.
  const worker = new Worker(module, { workerData, execArgv: [] })
  // Calls have timers, which keep the process running.
  worker.unref()

  worker.on('message', ({ id, ...reply }: SqliteReply) => {
    const call = pending.get(id)
    pending.delete(id)
    if ('rows' in reply) return call?.resolve(reply.rows)
    if (reply.isLast) isUsable = false
    call?.reject(sqliteError(reply.error))
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    isUsable = false
    const message = 'The database failed. It is unknown whether the call was executed.'
    for (const { reject } of pending.values()) {
      reject(new AppError('unavailable', message, { retryAfterMs: 1_000, cause }))
    }
  })

  return {
    isUsable: () => isUsable,
    stop: () => worker.terminate(),

    async send(request: Omit<SqliteRequest, 'id'>) {
      if (pending.size >= MAX_PENDING) throw tooLong('too many requests wait for the database')
      lastId += 1
      const id = lastId
      worker.postMessage({ ...request, id })
      return new Promise<SqliteRows>((resolve, reject) => pending.set(id, { resolve, reject }))
    },
  }
}

function tooLong(reason: string) {
  const options = { retryAfterMs: 1_000, cause: new Error(reason) }
  return new AppError('unavailable', 'The database did not answer in time.', options)
}

/** An error with a code of SQLite, or of the system, whose messages begin with it. */
function sqliteError({ code, message }: { code: string; message: string }) {
  const text = message.startsWith(code) ? message : `${code}: ${message}`
  return Object.assign(new Error(text), { code })
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
