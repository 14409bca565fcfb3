import type { Log } from '../../src/log.ts'
import { libsqlDatabase } from '../../src/platform/storage/libsql-database.node.ts'

interface Opening {
  thread?: URL
  warn?: Log['warn']
}

/** A database as the service opens it, once it is open. */
export async function openLibsql(url: string, { thread, warn = () => {} }: Opening = {}) {
  const libsql = await libsqlDatabase({
    url,
    migrationsFolder: 'data/migrations',
    thread: thread ?? new URL('../../dist/sqlite-thread.js', import.meta.url),
    log: () => ({ warn }),
  })
  await libsql.opened
  return libsql
}
