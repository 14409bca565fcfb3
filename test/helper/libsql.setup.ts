import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { useDatabases } from './test-database.ts'

const MIGRATIONS = 'data/migrations'

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'launchboard-'))

const closing: (() => Promise<void>)[] = []

async function open(url: string, migrationsFolder = MIGRATIONS) {
  const { openLibsql } = await import('./open-libsql.ts')
  const { database, close } = await openLibsql(url, { migrationsFolder })
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

  async earlier(migrations) {
    const folder = await temporaryFolder()
    const url = `file:${join(folder, 'platform.db')}`
    const earlier = join(folder, 'migrations')
    await cp(MIGRATIONS, earlier, { recursive: true })
    const journal = join(earlier, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, migrations) }))
    return { database: await open(url, earlier), migrate: () => open(url) }
  },
})

afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})
