import { createApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import { userCatalogue } from '../services/user-catalogue.node.ts'
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
  const app = createApp({ ...services, access: undefined, screen: undefined })
  return { request: async (path, init = {}) => app.fetch(requestOf(path, init)) }
}

/**
 * Keeps the caller's own signal: Node links a request's signal to it only until the request is garbage
 * collected, so a later abort would not reach the run. The content length saves the body limit from
 * replacing the request.
 */
function requestOf(path: string, { signal, headers, ...init }: RequestInit): Request {
  const given = new Headers(headers)
  if (typeof init.body === 'string') given.set('content-length', `${Buffer.byteLength(init.body)}`)
  const request = new Request(ORIGIN + path, { ...init, headers: given })
  return signal ? Object.defineProperty(request, 'signal', { value: signal }) : request
}

async function servicesOf(env: Terminal['env'], write: (line: string) => void) {
  const config = parseConfig(env, { reach: 'this-machine' })
  const runtime = { now: () => new Date(), write }
  return createServices(config, { ...runtime, ...(await userCatalogue(config, runtime)) })
}
