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
import { exit, logUncaughtErrors, stopGracefully, unlessExiting } from './stop-gracefully.node.ts'
import { keepNextTickFast } from './tick-object.node.ts'

/** How long a failed start waits for its database to open, to exit cleanly. */
const MAX_OPENING_MS = 2_000

/**
 * Modules that are loaded after the service listens. They would take three quarters of the start, and
 * the rankings do not need them. Loaded one by one, so that requests are served in between.
 */
const MODULES = [
  () => import('../agent/run-agent.ts'),
  () => import('../protocols/mcp-server.ts'),
  () => import('../services/pick-model.ts'),
  () => import('../chat/run/start-answer.ts'),
  () => import('../chat/platform.ts'),
  () => import('./metrics.node.ts'),
  () => import('../http/openapi.ts'),
  () => import('../services.ts'),
  () => import('../app.ts'),
]

/** Set once the database is being opened. A start that fails waits for it. */
let opening: Promise<void> | undefined

/** Ends the thread of the database, once there is one. */
let closeDatabase = async () => {}

/** Where the files of the service are. */
interface Places {
  /** The folder of the page. */
  web: string
  migrations: string
  /** The module of the thread that opens a database file. */
  sqliteThread: URL
}

/**
 * Starts the service. It answers the rankings first, and loads the rest in the background.
 *
 * @throws Error that says what is wrong.
 */
export async function startService(config: Config, places: Places): Promise<void> {
  keepNextTickFast()
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
  const endThreads = () => closeDatabase()
  logUncaughtErrors({ log, endThreads })
  const isOverloaded = watchOverload(early)
  const app = earlyApp(early)

  const { server, url } = await listen(app, { hostname: config.HOST, port: config.PORT, log })
  let complete: Awaited<ReturnType<typeof loadComplete>> | undefined
  stopGracefully(server, {
    log,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    stopRuns: () => stopping.abort(),
    stopBackgroundWork: async (graceMs) => complete?.stop(graceMs),
    async onClosed() {
      await complete?.close()
      await output.close()
    },
    endThreads,
  })

  await setImmediate() // requests that waited for the port come first
  const database = await openDatabase(config, places, log)
  complete = await loadComplete({
    config,
    early,
    runtime: { ...runtime, database },
    web: places.web,
  })
  app.complete(complete.app)
  records.passTo(complete.observe)
  const { sources, startPlatform, warmUp } = complete
  const listening = async () => {
    await opening
    await startPlatform()
    log.info('listening', { url, ...sources })
  }
  await Promise.all([listening(), warmUp()])
}

type CompleteService = typeof import('./complete-service.node.ts')

async function loadComplete(options: Parameters<CompleteService['completeService']>[0]) {
  for (const load of MODULES) {
    await load()
    await setImmediate()
  }
  const { completeService } = await import('./complete-service.node.ts')
  return completeService(options)
}

/** The database opens in the background: only the chat platform needs it, and waits for it itself. */
async function openDatabase(config: Config, places: Places, log: Log) {
  const { libsqlDatabase } = await import('../storage/libsql-database.node.ts')
  const { database, opened, close } = await libsqlDatabase({
    ...config.platform.database,
    migrationsFolder: places.migrations,
    thread: places.sqliteThread,
    log,
  })
  opening = opened
  closeDatabase = close
  return database
}

/** Loaded only if the user has one. */
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

/** Reports a database error too, if there is one. */
async function withDatabaseError(catalogueError: unknown): Promise<never> {
  const errors = [catalogueError, await opening?.catch((error: unknown) => error)]
  const messages = errors.flatMap((error) => (error instanceof Error ? [error.message] : []))
  throw new Error(messages.join('\n'), { cause: catalogueError })
}

/** JSON lines, or at a terminal a readable form, whose module is only loaded there. */
async function writerFor({ write }: LogOutput): Promise<LogOutput['write']> {
  if (!process.stdout.isTTY) return write
  const { readableLog } = await import('./readable-log.node.ts')
  const readable = readableLog({ hasColors: process.stdout.hasColors() })
  return (line) => write(readable(line))
}

/** Prints why the start failed, and exits. */
export async function endFailedStart(error: unknown): Promise<never> {
  await unlessExiting()
  const { databaseError } = await import('../storage/database-error.ts')
  const reason = databaseError(error)
  console.error(errorMessage(reason))
  // libSQL panics when the process ends while its thread is loading it.
  await Promise.race([opening?.catch(() => {}), setTimeout(MAX_OPENING_MS)])
  return exit(1, () => closeDatabase())
}
