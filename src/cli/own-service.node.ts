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
  const config = configOf(env)
  const runtime = { now: () => new Date(), write: writeLog }
  const services = createServices(config, { ...runtime, ...(await ownCatalogue(config, runtime)) })
  const app = createApp({ ...services, access: undefined, screen: undefined })
  return { request: async (path, init) => app.fetch(new Request(ORIGIN + path, init)) }
}

function configOf(env: Terminal['env']) {
  try {
    return parseConfig(env, { reach: 'this-machine' })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
