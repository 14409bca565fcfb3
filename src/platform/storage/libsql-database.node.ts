import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type { Database } from './database.ts'
import { queryFault } from './query-fault.ts'

/** How long a write waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000
/** How long a server may take for one statement, or one batch of them. */
const SERVER_TIMEOUT_MS = 10_000

interface LibsqlOptions {
  /** `file:…`, or `libsql://…` and `https://…` for a server. */
  url: string
  authToken?: string | undefined
  /** Where the migrations lie. */
  migrationsFolder: string
}

/**
 * A libSQL database, brought up to date. A file and its folder are made when they are missing.
 *
 * @throws Error that names the variable, and what is wrong.
 */
export async function libsqlDatabase(options: LibsqlOptions): Promise<Database> {
  const { migrationsFolder } = options
  try {
    const isFile = options.url.startsWith('file:')
    const database = isFile ? await openFile(options.url) : await openServer(options)
    await migrate(database, { migrationsFolder })
    return database
  } catch (cause) {
    const fault = queryFault(cause)
    const reason = fault instanceof Error ? fault.message : fault
    throw new Error(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
  }
}

async function openFile(url: string) {
  const path = url.startsWith('file:/') ? fileURLToPath(url) : url.slice('file:'.length)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (!path.startsWith(':memory:')) await makeFile(path.replace(/\?.*$/, ''))

  const { drizzle } = await withoutSourceMaps(() => import('drizzle-orm/libsql/sqlite3'))
  // One connection: calls to it are synchronous, so more would add nothing, and each would need
  // these settings of its own.
  const connection = { url, timeout: BUSY_TIMEOUT_MS, concurrency: 1 }
  const database = drizzle({ connection })
  // Readers do not stop the writer. In this mode only FULL waits for the disk at each commit: with
  // less, a write that was answered could be gone after the power was.
  await database.run('PRAGMA journal_mode = WAL')
  await database.run('PRAGMA synchronous = FULL')
  await database.run('PRAGMA foreign_keys = ON')
  return database
}

/** Agents' keys lie in it. What SQLite puts beside it gets the mode that it has. */
async function makeFile(path: string) {
  const file = await open(path, 'a', 0o600)
  await file.close()
}

/**
 * libSQL finds its native part by a report of the whole process. That tells of a stack, for which
 * Node would read all of our source map: a fifth of the time it takes to start.
 */
async function withoutSourceMaps<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const areEnabled = process.sourceMapsEnabled
  process.setSourceMapsEnabled(false)
  try {
    return await load()
  } finally {
    process.setSourceMapsEnabled(areEnabled)
  }
}

async function openServer({ url, authToken }: LibsqlOptions): Promise<LibSQLDatabase> {
  const { drizzle } = await import('drizzle-orm/libsql/http')
  const connection = {
    url,
    ...(authToken !== undefined && { authToken }),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) }),
  }
  return drizzle({ connection })
}
