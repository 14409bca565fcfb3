import { applyD1Migrations, type D1Migration, env } from 'cloudflare:test'
import { useDatabase } from './test-database.ts'

declare module 'cloudflare:test' {
  interface ProvidedEnv {
    DB: Parameters<typeof applyD1Migrations>[0]
    MIGRATIONS: D1Migration[]
  }
}

useDatabase(async () => {
  const { d1Database } = await import('../../src/platform/storage/d1-database.ts')
  const { emptyTables } = await import('./empty-tables.ts')
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  const database = d1Database(env.DB)
  await emptyTables(database)
  return database
})
