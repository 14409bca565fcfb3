import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { createApp } from './app.ts'
import { isLoopback } from './config/is-loopback.ts'
import { type Config, parseConfig } from './config.ts'
import { encryptStored } from './platform/agent/encrypt-stored.ts'
import { settleAfterStart } from './platform/chat/settle-after-start.ts'
import { nodeAgentFetch } from './platform/delivery/agent-fetch.node.ts'
import { firstKey } from './platform/key/first-key.ts'
import { libsqlDatabase } from './platform/storage/libsql-database.node.ts'
import { listen } from './runtime/listen.node.ts'
import { logOutput } from './runtime/log-output.node.ts'
import { createMetrics } from './runtime/metrics.node.ts'
import { stopGracefully } from './runtime/stop-gracefully.node.ts'
import { ownCatalogue } from './services/own-catalogue.node.ts'
import { createServices } from './services.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../data/migrations', import.meta.url))

async function start(config: Config) {
  const now = () => new Date()
  const write = logOutput()
  const metrics = createMetrics()
  const tracing = await tracingFor(config, (reason) =>
    services.log.warn('traces-not-exported', { reason }),
  )
  const stopping = new AbortController()
  const services = createServices(config, {
    stopping: stopping.signal,
    now,
    write,
    observe: metrics.observe,
    ...(tracing && { tracer: tracing.tracer }),
    ...(await ownCatalogue(config, { now, write })),
    database: await libsqlDatabase({ ...config.platform.database, migrationsFolder: MIGRATIONS }),
    isLoopback: isLoopback(config.HOST),
    agentFetch: nodeAgentFetch,
  })

  const app = createApp(services, {
    mountRoutes: metrics.mount,
    mountFiles(pages) {
      pages.use('/docs', serveStatic({ root: WEB, rewriteRequestPath: () => '/docs.html' }))
      // Mounted on its own paths alone: on all of them it would stand in the way of every route.
      pages.use('/assets/*', serveStatic({ root: WEB }))
    },
  })

  // Beside the log, not in it: logs are kept and read by others.
  const key = services.platform && (await firstKey(services.platform))
  if (key) console.error(`The chat platform's API key, shown this once: ${key}`)

  if (services.platform) await encryptStored(services.platform)
  if (services.platform) settleAfterStart(services.platform)
  const { server, url } = await listen(app, { hostname: config.HOST, port: config.PORT })
  stopGracefully(server, {
    log: services.log,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
    stopRuns: () => stopping.abort(),
    workBehind: services.platform?.underWay.stop,
    lastly: tracing?.stop,
  })
  services.log.info('listening', { url })
}

/** Loaded only where traces have somewhere to go: it would cost every start. */
async function tracingFor({ tracing }: Config, onFailure: (reason: string) => void) {
  if (!tracing) return undefined
  const { startTracing } = await import('./runtime/tracing.node.ts')
  return startTracing(tracing, onFailure)
}

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await start(parseConfig(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
