import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useDatabase } from './test-database.ts'

useDatabase(async () => {
  const { libsqlDatabase } = await import('../../src/platform/storage/libsql-database.node.ts')
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const url = `file:${join(folder, 'platform.db')}`
  return libsqlDatabase({ url, migrationsFolder: 'data/migrations' })
})
