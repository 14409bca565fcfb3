import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseConfig } from './config/config.ts'
import { fileIssues } from './config/file-issues.node.ts'
import { endFailedStart, startService } from './runtime/start-service.node.ts'

const PLACES = {
  web: fileURLToPath(new URL('../dist/web', import.meta.url)),
  migrations: fileURLToPath(new URL('../data/migrations', import.meta.url)),
  sqliteThread: new URL('../dist/sqlite-thread.cjs', import.meta.url),
}

if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const config = parseConfig(process.env, { issues: await fileIssues(process.env) })
  await startService(config, PLACES)
} catch (error) {
  await endFailedStart(error)
}
