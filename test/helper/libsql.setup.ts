import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { useDatabase } from './test-database.ts'

const closing: (() => Promise<void>)[] = []

useDatabase(async () => {
  const { openLibsql } = await import('./open-libsql.ts')
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const { database, close } = await openLibsql(`file:${join(folder, 'platform.db')}`)
  closing.push(close)
  return database
})

afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})
