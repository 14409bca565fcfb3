import type { Log } from '../../src/core/log.ts'
import { libsqlDatabase } from '../../src/storage/libsql-database.node.ts'

interface Opening {
  migrationsFolder?: string
  thread?: URL
  maxLockedMs?: number
  maxMs?: number
  warn?: Log['warn']
}

/** A database as the service opens it, once it is open. */
export async function openLibsql(url: string, { warn = () => {}, ...rest }: Opening = {}) {
  const libsql = await libsqlDatabase({
    url,
    migrationsFolder: 'data/migrations',
    thread: new URL('../../dist/sqlite-thread.cjs', import.meta.url),
    log: { warn },
    ...rest,
  })
  await libsql.opened
  return libsql
}
