import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Database } from './database.ts'
import type { SqliteClient } from './sqlite-client.node.ts'

interface Query {
  sql: string
  params: readonly unknown[]
  method: string
}

/** A file of SQLite's as drizzle knows databases: each call is one request to its thread. */
export function sqliteDatabase(client: SqliteClient): Database {
  async function send(queries: readonly Query[]) {
    const statements = queries.map(({ sql, params }) => ({ sql, params: params.map(toValue) }))
    const isWrite = !queries.every(({ sql }) => /^\s*select\b/i.test(sql))
    const results = await client.send({ statements, isWrite })
    return queries.map(({ method }, at) => rowsOf(method, results[at] ?? []))
  }

  return drizzle(
    async (sql, params, method) => {
      const [rows] = await send([{ sql, params, method }])
      return rows ?? { rows: [] }
    },
    (queries: readonly Query[]) => send(queries),
  )
}

/** `get` is for one row, and for nothing where there is none. */
function rowsOf(method: string, rows: readonly unknown[]) {
  // biome-ignore lint/suspicious/noExplicitAny: drizzle's own type, and wrong where there is no row.
  const wanted: any = method === 'get' ? rows[0] : rows
  return { rows: wanted }
}

/** What SQLite's library can bind. It ends the process when it is given a boolean. */
function toValue(value: unknown) {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('A number in a statement must be finite.')
  }
  return value
}
