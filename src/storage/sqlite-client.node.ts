import { Worker } from 'node:worker_threads'
import { AppError } from '../core/error.ts'
import type { ConnectionOptions } from './sqlite-connection.node.ts'
import type { OpenedFile, SqliteReply, SqliteRequest, SqliteResults } from './sqlite-message.ts'

/** How long a request waits for a lock of another process. */
const MAX_LOCKED_MS = 5_000
/** How long a request may take in total, including waiting for its turn and for the disk. */
const MAX_MS = 10_000
/** How many requests may wait at once. */
const MAX_WAITING = 1_000

const FIRST_PAUSE_MS = 4
const MAX_PAUSE_MS = 100

interface Limits {
  maxLockedMs?: number | undefined
  maxMs?: number | undefined
}

interface SqliteClientOptions extends Omit<ConnectionOptions, 'identity'>, Limits {
  /** The module that runs in the thread. */
  thread: URL
  onOpened(file: OpenedFile): void
}

export interface SqliteClient {
  /**
   * @throws AppError `unavailable` if it waited too long, or it is unknown whether it was executed.
   * @throws SqliteError if nothing was executed.
   */
  send(request: SqliteRequest, limits?: Limits): Promise<SqliteResults>
  close(): Promise<void>
}

/** An error with a code of SQLite, or of the system, whose messages begin with it. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string

  constructor({ code, message }: { code: string; message: string }) {
    super(message.startsWith(code) ? message : `${code}: ${message}`)
    this.code = code
  }
}

/**
 * A SQLite file in a thread of its own, because SQLite is synchronous: it waits for the disk at
 * each commit. On the main thread, which would save a request two hops between threads (some 30
 * µs), every commit would block all other requests for as long as the disk takes.
 *
 * The thread executes one request at a time and never waits for a lock: this client retries. While
 * a write waits for a lock, reads continue, and later writes keep their order. If a failure may
 * have left the connection in an unknown state, the thread is replaced with the next request. All
 * waits are limited.
 */
export function sqliteClient(options: SqliteClientOptions): SqliteClient {
  const { maxLockedMs = MAX_LOCKED_MS, maxMs = MAX_MS } = options
  const thread = sqliteThread(options)
  const withThread = oneAtATime()
  const inOrder = oneAtATime()
  let waiting = 0

  /** Retries until the lock is free. A request that has not started within its time never does. */
  async function attempt(request: SqliteRequest, lockedMs: number, limit: Limit) {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
      const reply = await withThread(() => (limit.isOver() ? undefined : thread.run(request)))
      if (reply?.outcome === 'done') return reply.results
      if (reply?.outcome === 'failed') throw new SqliteError(reply.error)
      if (limit.elapsedMs() > lockedMs || limit.isOver()) {
        throw new SqliteError({ code: 'SQLITE_BUSY', message: 'the database is locked' })
      }
      const jitter = 0.5 + Math.random()
      await new Promise((resolve) => setTimeout(resolve, pauseMs * jitter))
    }
  }

  return {
    async send(request, limits = {}) {
      if (waiting >= MAX_WAITING) throw tooLong('too many requests wait for the database')
      waiting += 1
      const limit = timeLimit(limits.maxMs ?? maxMs)
      const work = () => attempt(request, limits.maxLockedMs ?? maxLockedMs, limit)
      const done = (request.mode === 'read' ? work() : inOrder(work)).finally(() => {
        // Only now: a request that timed out is still in the queue.
        waiting -= 1
      })
      return limit.race(done)
    },

    close: thread.stop,
  }
}

function tooLong(reason: string) {
  const options = { retryAfterMs: 1_000, cause: new Error(reason) }
  return new AppError('unavailable', 'The database did not answer in time.', options)
}

type Limit = ReturnType<typeof timeLimit>

function timeLimit(ms: number) {
  const startedMs = performance.now()
  const elapsedMs = () => performance.now() - startedMs
  return {
    elapsedMs,
    isOver: () => elapsedMs() >= ms,

    race<Result>(work: Promise<Result>) {
      return new Promise<Result>((resolve, reject) => {
        const over = () => reject(tooLong('the database took too long'))
        const timer = setTimeout(over, ms)
        work.then(resolve, reject).finally(() => clearTimeout(timer))
      })
    },
  }
}

/** Starts work when the previous work has settled. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Result | Promise<Result>) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** The thread, started with the first request, and again after it has ended. */
function sqliteThread({ thread, onOpened, path, migrationsFolder }: SqliteClientOptions) {
  let worker: Worker | undefined
  let isStopped = false
  let identity: string | undefined
  let onReply: ((reply: SqliteReply) => void) | undefined
  let onEnd: ((cause: unknown) => void) | undefined

  function start() {
    const workerData: ConnectionOptions = { path, migrationsFolder, identity }
    // No inherited arguments: reading source maps takes longer than opening the database.
    const started = new Worker(thread, { workerData, execArgv: [] })
    const ended = (cause: unknown) => {
      if (worker !== started) return
      worker = undefined
      onEnd?.(cause)
    }
    started.on('message', (reply: SqliteReply) => worker === started && onReply?.(reply))
    started.on('messageerror', ended)
    started.on('error', ended)
    started.on('exit', (code) => ended(new Error(`the storage thread ended with code ${code}`)))
    // Pending requests have timers, which keep the process running.
    started.unref()
    return started
  }

  async function stop() {
    const stopped = worker
    isStopped = true
    worker = undefined
    onEnd?.(new Error('the database is closed'))
    await stopped?.terminate()
  }

  /** Only one at a time: replies have no ids. */
  function run(request: SqliteRequest): Promise<SqliteReply> {
    if (isStopped) throw new AppError('unavailable', 'The database is closed.')
    worker ??= start()
    worker.postMessage(request)
    return new Promise((resolve, reject) => {
      onReply = (reply) => {
        if (reply.opened) {
          identity = reply.opened.identity
          onOpened(reply.opened)
        }
        if (reply.outcome !== 'done' && !reply.isUsable) replace()
        resolve(reply)
      }
      onEnd = (cause) => {
        const message = 'The database failed. It is unknown whether the call was executed.'
        reject(new AppError('unavailable', message, { retryAfterMs: 1_000, cause }))
      }
    })
  }

  function replace() {
    const left = worker
    worker = undefined
    left?.terminate().catch(() => {})
  }

  return { run, stop }
}
