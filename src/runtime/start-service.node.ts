import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import { createLog, deferredObserve, type Log } from '../core/log.ts'
import { createEarlyServices } from '../services/early-services.ts'
import type { Runtime } from '../services/runtime.ts'
import { earlyApp } from './early-app.ts'
import { listen } from './listen.node.ts'
import { type LogOutput, logOutput } from './log-output.node.ts'
import { watchOverload } from './overload.node.ts'
import { logUncaughtErrors, stopGracefully } from './stop-gracefully.node.ts'

/** How long a start that has failed waits for its database, so as to end in good order. */
const MAX_OPENING_MS = 2_000

/**
 * What is loaded once the service listens: it would make up three quarters of a start, and the
 * rankings do without. In pieces, because a piece is evaluated at one go, while nobody is answered.
 */
const PIECES = [
  () => import('../agent/run-agent.ts'),
  () => import('../protocols/mcp-server.ts'),
  () => import('../services/pick-model.ts'),
  () => import('../chat/run/respond.ts'),
  () => import('../chat/platform.ts'),
  () => import('./metrics.node.ts'),
  () => import('../http/openapi.ts'),
  () => import('../services.ts'),
  () => import('../app.ts'),
]

let opening: Promise<void> | undefined

/** Where what belongs to the service lies. */
interface Places {
  /** The page's files. */
  web: string
  migrations: string
  /** The module of the thread that a database file is opened in. */
  sqliteThread: URL
}

/**
 * Starts the service: it answers the rankings first, and loads the rest while it does.
 *
 * @throws Error that says what is wrong.
 */
export async function startService(config: Config, places: Places): Promise<void> {
  const output = logOutput({
    onDropped: (records) => early.log.warn('log-records-dropped', { records }),
  })
  const write = await writerFor(output)
  const stopping = new AbortController()
  const records = deferredObserve()
  const now = () => new Date()
  const runtime: Runtime = {
    stopping: stopping.signal,
    now,
    write,
    observe: records.observe,
    isLoopback: !config.access.isPublic,
    isOverloaded: () => isOverloaded(),
    ...(await userCatalogueOf(config, places, { now, write })),
  }
  const early = createEarlyServices(config, runtime)
  const { log } = early
  logUncaughtErrors(early)
  const isOverloaded = watchOverload(early)
  const app = earlyApp(early)

  const { server, url } = await listen(app, { hostname: config.HOST, port: config.PORT, log })
  let whole: Awaited<ReturnType<typeof loadWhole>> | undefined
  stopGracefully(server, {
    log,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    stopRuns: () => stopping.abort(),
    workBehind: async (graceMs) => whole?.stop(graceMs),
    async lastly() {
      await whole?.close()
      await output.close()
    },
  })

  await setImmediate() // whoever has waited for the port is answered first
  const database = await openDatabase(config, places, log)
  whole = await loadWhole({ config, early, runtime: { ...runtime, database }, web: places.web })
  app.complete(whole.app)
  records.passTo(whole.observe)
  const { startPlatform, warmUp } = whole
  const listening = async () => {
    await opening
    await startPlatform()
    log.info('listening', { url })
  }
  await Promise.all([listening(), warmUp()])
}

type WholeService = typeof import('./whole-service.node.ts')

async function loadWhole(options: Parameters<WholeService['wholeService']>[0]) {
  for (const load of PIECES) {
    await load()
    await setImmediate()
  }
  const { wholeService } = await import('./whole-service.node.ts')
  return wholeService(options)
}

/** It opens while the caller goes on: only the chat platform needs it, and waits for it by itself. */
async function openDatabase(config: Config, places: Places, log: Log) {
  const { libsqlDatabase } = await import('../chat/storage/libsql-database.node.ts')
  const { database, opened } = await libsqlDatabase({
    ...config.platform.database,
    migrationsFolder: places.migrations,
    thread: places.sqliteThread,
    log: () => log,
  })
  opening = opened
  return database
}

/** Loaded only where there is one. */
async function userCatalogueOf(
  config: Config,
  places: Places,
  output: { now(): Date; write: LogOutput['write'] },
) {
  const { file, url } = config.catalogue
  if (!file && !url) return {}
  const { userCatalogue } = await import('../services/user-catalogue.node.ts')
  return userCatalogue(config, output).catch(async (error: unknown) => {
    await openDatabase(config, places, createLog({ level: config.LOG_LEVEL, ...output }))
    return withDatabaseError(error)
  })
}

/** So that a start with two things wrong names both. */
async function withDatabaseError(catalogueError: unknown): Promise<never> {
  const errors = [catalogueError, await opening?.catch((error: unknown) => error)]
  const messages = errors.flatMap((error) => (error instanceof Error ? [error.message] : []))
  throw new Error(messages.join('\n'), { cause: catalogueError })
}

/** JSON for whoever collects it; at a terminal, for whoever looks on. Loaded only there. */
async function writerFor({ write }: LogOutput): Promise<LogOutput['write']> {
  if (!process.stdout.isTTY) return write
  const { readableLog } = await import('./readable-log.node.ts')
  const readable = readableLog({ hasColors: process.stdout.hasColors() })
  return (line) => write(readable(line))
}

/** Says why a start failed, and ends the process. */
export async function endFailedStart(error: unknown): Promise<never> {
  const { databaseError } = await import('../chat/storage/database-error.ts')
  const reason = databaseError(error)
  console.error(errorMessage(reason))
  // libSQL panics when the process ends while its thread is loading it.
  await Promise.race([opening?.catch(() => {}), setTimeout(MAX_OPENING_MS)])
  process.exit(1)
}
