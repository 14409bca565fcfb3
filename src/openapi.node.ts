// Prints the OpenAPI document of a service with a chat platform, from which the build makes the
// types of the client.
import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { createApp } from './app.ts'
import { parseConfig } from './config/config.ts'
import { createLog } from './core/log.ts'
import { modelData } from './language/model-data.node.ts'
import { createServices } from './services.ts'

const now = () => new Date()
const log = createLog({ level: 'warn', write: console.error, now })
// Nothing is asked of it, so it is never connected.
const database = drizzle(createClient({ url: 'http://localhost' }))
const services = createServices(parseConfig({}), {
  log,
  now,
  clock: () => performance.now(),
  modelData,
  database,
})
const response = await createApp(services).request('/openapi.json')
console.info(await response.text())
