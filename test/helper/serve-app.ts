import type { Server } from 'node:http'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import { afterEach } from 'vitest'
import { listen } from '../../src/runtime/listen.node.ts'
import type { Database } from '../../src/storage/database.ts'
import { testApp } from './test-services.ts'

interface Served {
  model?: LanguageModelV3 | undefined
  env?: Record<string, string>
  database?: Database | undefined
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A test app behind a socket of its own, until the test is over. */
export async function serveApp({ model, env = {}, database }: Served = {}) {
  const runtime = database && { database }
  const setup = { env, parts: model ? { model } : {}, ...(runtime && { runtime }) }
  const { app, records, services } = testApp(setup)
  const { log } = services
  const { server, url } = await listen(app, { hostname: '127.0.0.1', port: 0, log })
  servers.push(server)
  return { url, records }
}
