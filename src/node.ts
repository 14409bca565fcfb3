import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Node 22 and later: later starts compile less.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache()
}

const { endFailedStart, startService } = await import('./runtime/start-service.node.ts')

try {
  await startService(process.env, {
    web: fileURLToPath(new URL('../dist/web', import.meta.url)),
    migrations: fileURLToPath(new URL('../data/migrations', import.meta.url)),
    sqliteThread: new URL('../dist/sqlite-thread.cjs', import.meta.url),
  })
} catch (error) {
  await endFailedStart(error)
}
