import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import SonicBoom from 'sonic-boom'
import { createApp } from './app.ts'
import { type Config, parseConfig } from './config.ts'
import { listen } from './node-server.node.ts'
import { createServices } from './services.ts'
import { readCatalogueFile } from './source/catalogue-file.node.ts'
import { stopGracefully } from './stop-gracefully.node.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

/** Many records leave in one write, and none waits longer than 100 ms. */
const LOG_BUFFER = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 }

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

  const { server, url } = await listen(app, { hostname: config.HOST, port: config.PORT })
  stopGracefully(server, { log: services.log, flush: () => output.flushSync() })
  services.log.info('listening', { url })
  output.flush()
}

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await start(parseConfig(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
