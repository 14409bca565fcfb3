import { fileURLToPath } from 'node:url'
import { parseConfig } from './config/config.ts'
import { loadEnvFile } from './config/env-file.node.ts'
import { endFailedStart, startService } from './runtime/start-service.node.ts'

try {
  loadEnvFile(process.env)
  await startService(parseConfig(process.env), {
    web: fileURLToPath(new URL('../dist/web', import.meta.url)),
    migrations: fileURLToPath(new URL('../data/migrations', import.meta.url)),
    sqliteThread: new URL('../dist/sqlite-thread.cjs', import.meta.url),
  })
} catch (error) {
  await endFailedStart(error)
}
