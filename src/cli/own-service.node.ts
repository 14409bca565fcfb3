import { createApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { userCatalogue } from '../services/user-catalogue.node.ts'
import { createServices } from '../services.ts'
import { UsageError } from './exit.node.ts'
import type { Service } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

/** Only a name: nothing listens, and nothing leaves the process by it. */
const ORIGIN = 'http://localhost'

/**
 * The service within this process, as the environment configures it: without a port, and without
 * the chat platform, which would need a database. Whoever runs the command needs no key for it.
 *
 * @throws UsageError when the environment is not usable.
 */
export async function ownService(
  env: Terminal['env'],
  writeLog: (line: string) => void,
): Promise<Service> {
  const services = await servicesOf(env, writeLog).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })
  const app = createApp({ ...services, access: undefined, screen: undefined })
  return { request: async (path, init = {}) => app.fetch(requestOf(path, init)) }
}

/**
 * With the caller's own signal: what Node makes of it for a request is lost once that request has been
 * collected as garbage, and a run that is aborted later would go on. And with its length, without
 * which the limit of bodies puts another request in its place.
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
