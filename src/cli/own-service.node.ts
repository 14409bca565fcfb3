import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { ownCatalogue } from '../services/own-catalogue.node.ts'
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
  return { request: async (path, init) => app.fetch(new Request(ORIGIN + path, init)) }
}

async function servicesOf(env: Terminal['env'], write: (line: string) => void) {
  const config = parseConfig(env, { reach: 'this-machine' })
  const runtime = { now: () => new Date(), write }
  return createServices(config, { ...runtime, ...(await ownCatalogue(config, runtime)) })
}
