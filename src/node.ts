import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { fileIssues } from './config/file-issues.node.ts'
import { type Config, parseConfig } from './config.ts'
import { encryptStored } from './platform/agent/encrypt-stored.ts'
import { settleAfterStart } from './platform/chat/settle-after-start.ts'
import { nodeAgentFetch } from './platform/delivery/agent-fetch.node.ts'
import { firstKey } from './platform/key/first-key.ts'
import { databaseError } from './platform/storage/database-error.ts'
import { libsqlDatabase } from './platform/storage/libsql-database.node.ts'
import { listen } from './runtime/listen.node.ts'
import { type LogOutput, logOutput } from './runtime/log-output.node.ts'
import { createMetrics } from './runtime/metrics.node.ts'
import { watchOverload } from './runtime/overload.node.ts'
import { pageFiles } from './runtime/page-files.node.ts'
import { logUncaughtErrors, stopGracefully } from './runtime/stop-gracefully.node.ts'
import { warmUp } from './runtime/warm-up.node.ts'
import { ownCatalogue } from './services/own-catalogue.node.ts'
import { createServices, type Services } from './services.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../data/migrations', import.meta.url))
/** How long a start that has failed waits for its database, so as to end in good order. */
const MAX_OPENING_MS = 2_000
const SQLITE_THREAD = new URL('../dist/sqlite-thread.cjs', import.meta.url)

let opening: Promise<void> | undefined

async function start(config: Config) {
  // Begun first and waited for last: only the chat platform needs it, and waits for it by itself.
  const { database, opened } = await libsqlDatabase({
    ...config.platform.database,
    migrationsFolder: MIGRATIONS,
    thread: SQLITE_THREAD,
    log: () => services.log,
  })
  opening = opened
  const metrics = createMetrics()
  const tracing = await tracingFor(config, (reason) =>
    services.log.warn('traces-not-exported', { reason }),
  )
  const output = logOutput({
    onDropped: (records) => services.log.warn('log-records-dropped', { records }),
  })
  const write = await writerFor(output)
  const stopping = new AbortController()
  const now = () => new Date()
  const services = createServices(config, {
    stopping: stopping.signal,
    now,
    write,
    observe: metrics.observe,
    ...(tracing && { tracer: tracing.tracer }),
    ...(await ownCatalogue(config, { now, write }).catch(withDatabaseError)),
    database,
    isLoopback: !config.access.isPublic,
    isOverloaded: () => isOverloaded(),
    agentFetch: nodeAgentFetch,
  })
  logUncaughtErrors(services)
  const isOverloaded = watchOverload(services)
  const app = createApp(services, { mountRoutes: metrics.mount, page: pageFiles(WEB) })

  const { log } = services
  const { server, url } = await listen(app, { hostname: config.HOST, port: config.PORT, log })
  stopGracefully(server, {
    log,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    stopRuns: () => stopping.abort(),
    workBehind: (graceMs) => stopPlatform(services, graceMs),
    async lastly() {
      await tracing?.stop()
      await output.close()
    },
  })

  await opened
  // Beside the log, not in it: logs are kept and read by others.
  const key = services.platform && (await firstKey(services.platform))
  if (key) console.error(`The chat platform's API key, shown this once: ${key}`)
  if (services.platform) await encryptStored(services.platform)
  if (services.platform) settleAfterStart(services.platform)
  log.info('listening', { url })
  await warmUp(services, config)
}

/** So that a start with two things wrong names both. */
async function withDatabaseError(catalogueError: unknown): Promise<never> {
  const errors = [catalogueError, await opening?.catch((error: unknown) => error)]
  const messages = errors.flatMap((error) => (error instanceof Error ? [error.message] : []))
  throw new Error(messages.join('\n'), { cause: catalogueError })
}

/** Listeners go at once, and resume elsewhere; answers may still end. */
async function stopPlatform({ platform }: Services, graceMs: number) {
  platform?.live.stop()
  await platform?.underWay.stop(graceMs)
}

/** JSON for whoever collects it; at a terminal, for whoever looks on. Loaded only there. */
async function writerFor({ write }: LogOutput): Promise<LogOutput['write']> {
  if (!process.stdout.isTTY) return write
  const { readableLog } = await import('./runtime/readable-log.node.ts')
  const readable = readableLog({ hasColors: process.stdout.hasColors() })
  return (line) => write(readable(line))
}

/** Loaded only where traces have somewhere to go: it would cost every start. */
async function tracingFor({ tracing }: Config, onFailure: (reason: string) => void) {
  if (!tracing) return undefined
  const { startTracing } = await import('./runtime/tracing.node.ts')
  return startTracing(tracing, onFailure)
}

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await start(parseConfig(process.env, { issues: await fileIssues(process.env) }))
} catch (error) {
  const reason = databaseError(error)
  console.error(reason instanceof Error ? reason.message : reason)
  // libSQL panics when the process ends while its thread is loading it.
  await Promise.race([opening?.catch(() => {}), setTimeout(MAX_OPENING_MS)])
  process.exit(1)
}
