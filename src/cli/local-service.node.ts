import { createApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import { createLog } from '../core/log.ts'
import { userCatalogue } from '../runtime/user-catalogue.node.ts'
import { createServices } from '../services.ts'
import { UsageError } from './exit.node.ts'
import type { Service } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

/** Only a name: nothing listens there, and no request leaves the process. */
const ORIGIN = 'http://localhost'

/**
 * The service within this process, configured by the environment: without a port, without
 * authentication, and without the chat platform, which would need a database.
 *
 * @throws UsageError if the environment is invalid.
 */
export async function localService(
  env: Terminal['env'],
  writeLog: (line: string) => void,
): Promise<Service> {
  const services = await servicesOf(env, writeLog).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })
  const app = createApp({ ...services, access: undefined, originGuard: undefined })
  return { request: async (path, init = {}) => app.fetch(requestOf(path, init)) }
}

/**
 * Keeps the caller's own signal: Node links a request's signal to it only until the request is garbage
 * collected, so a later abort would not reach the run.
 */
function requestOf(path: string, { signal, ...init }: RequestInit): Request {
  const request = new Request(ORIGIN + path, init)
  return signal ? Object.defineProperty(request, 'signal', { value: signal }) : request
}

async function servicesOf(env: Terminal['env'], write: (line: string) => void) {
  const config = parseConfig(env, { exposure: 'this-machine' })
  const now = () => new Date()
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const deps = { log, now, clock: () => performance.now() }
  const catalogue = await userCatalogue(config, deps)
  return createServices(config, { ...deps, node: { isLoopback: true, catalogue } })
}
