import { applyD1Migrations, type D1Migration, env } from 'cloudflare:test'
import { useDatabases } from './test-database.ts'

declare module 'cloudflare:test' {
  interface ProvidedEnv {
    DB: Parameters<typeof applyD1Migrations>[0]
    MIGRATIONS: D1Migration[]
  }
}

async function open() {
  const { d1Database } = await import('../../src/storage/d1-database.ts')
  return d1Database(env.DB)
}

useDatabases({
  async empty() {
    const { emptyTables } = await import('./empty-tables.ts')
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    const database = await open()
    await emptyTables(database)
    return database
  },
})
