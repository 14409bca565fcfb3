import { createApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import { createLog } from '../core/log.ts'
import { modelData } from '../language/model-data.node.ts'
import { userCatalogue } from '../runtime/user-catalogue.node.ts'
import { createServices } from '../services.ts'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

/**
 * The `fetch` of a service within this process, configured by the environment: without a port,
 * without authentication, and without the chat platform, which would need a database.
 *
 * @throws UsageError if the environment is invalid.
 */
export async function localService(
  env: Terminal['env'],
  writeLog: (line: string) => void,
): Promise<typeof fetch> {
  const services = await servicesOf(env, writeLog).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
  const app = createApp({ ...services, access: undefined, originGuard: undefined })
  return async (url, { signal, ...init } = {}) => {
    const request = new Request(url, init)
    // Node links a request's signal to that of the caller only until the request is garbage
    // collected, so a later abort would not reach the run.
    return app.fetch(signal ? Object.defineProperty(request, 'signal', { value: signal }) : request)
  }
}

async function servicesOf(env: Terminal['env'], write: (line: string) => void) {
  const config = parseConfig(env, { exposure: 'this-machine' })
  const now = () => new Date()
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const deps = { log, now, clock: () => performance.now(), modelData }
  const catalogue = await userCatalogue(config, deps)
  return createServices(config, { ...deps, node: { isLoopback: true, catalogue } })
}
