import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import SonicBoom from 'sonic-boom'
import { createApp } from './app.ts'
import { type Config, parseConfig } from './config.ts'
import { createServices } from './services.ts'
import { readCatalogueFile } from './source/catalogue-file.node.ts'
import { stopGracefully } from './stop-gracefully.node.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

/** Many records leave in one write, and none waits longer than 100 ms. */
const LOG_BUFFER = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 }

/** A body that is not complete by then is given up. */
const REQUEST_TIMEOUT_MS = 30_000

async function start(config: Config) {
  const output = new SonicBoom({ fd: 1, sync: false, ...LOG_BUFFER })
  const file = config.CATALOGUE_FILE
  const services = createServices(config, {
    now: () => new Date(),
    write: (line) => output.write(line),
    ...(file && { catalogue: await readCatalogueFile(file) }),
  })

  const app = createApp(services)
  app.use('/docs', serveStatic({ root: WEB, rewriteRequestPath: () => '/docs.html' }))
  app.use(serveStatic({ root: WEB }))

  const { HOST: hostname, PORT: port } = config
  const serverOptions = { requestTimeout: REQUEST_TIMEOUT_MS }
  const server = serve({ fetch: app.fetch, hostname, port, serverOptions }, (address) => {
    services.log.info('listening', { url: `http://${hostname}:${address.port}` })
    output.flush()
  })
  server.on('error', (error) => fail(error))
  stopGracefully(server, { log: services.log, flush: () => output.flushSync() })
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await start(parseConfig(process.env))
} catch (error) {
  fail(error)
}
