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

async function dropTables() {
  // What refers to another was made after it.
  const made = await env.DB.prepare(
    "select type, name from sqlite_master where type in ('table', 'trigger') and name not glob '_cf*' and name not glob 'sqlite*' order by rowid desc",
  ).raw<[string, string]>()
  const drops = made.map(([type, name]: [string, string]) =>
    env.DB.prepare(`drop ${type} "${name}"`),
  )
  await env.DB.batch([env.DB.prepare('pragma defer_foreign_keys = on'), ...drops])
}

useDatabases({
  async empty() {
    const { emptyTables } = await import('./empty-tables.ts')
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    const database = await open()
    await emptyTables(database)
    return database
  },

  // There is one database for all tests, so it is made anew.
  async earlier(migrations) {
    await dropTables()
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, migrations))
    const migrate = () => applyD1Migrations(env.DB, env.MIGRATIONS)
    return { database: await open(), migrate }
  },
})
