import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { useDatabases } from './test-database.ts'

const MIGRATIONS = 'data/migrations'

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'launchboard-'))

const closing: (() => Promise<void>)[] = []

async function open(url: string) {
  const { openLibsql } = await import('./open-libsql.ts')
  const { database, close } = await openLibsql(url, { migrationsFolder: MIGRATIONS })
  closing.push(close)
  return database
}

let shared: Database | undefined

useDatabases({
  // One for all tests of a file: its thread takes longer to start than most of them do.
  async empty() {
    const { emptyTables } = await import('./empty-tables.ts')
    shared ??= await open(`file:${join(await temporaryFolder(), 'platform.db')}`)
    await emptyTables(shared)
    return shared
  },
})

afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})
