import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Database } from './database.ts'
import type { SqliteClient } from './sqlite-client.node.ts'

interface Query {
  sql: string
  params: readonly unknown[]
  method: string
}

/** A SQLite file as a drizzle database: each call is one request to its thread. */
export function sqliteDatabase(client: SqliteClient): Database {
  async function send(queries: readonly Query[]) {
    const statements = queries.map(({ sql, params }) => ({ sql, params: params.map(toValue) }))
    const results = await client.send({ statements, mode: modeOf(queries) })
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

/** A read that is mistaken for a write only has to wait longer. */
function modeOf(queries: readonly Query[]) {
  const [first] = queries
  if (queries.length === 1 && first && /^\s*(pragma|vacuum)\b/i.test(first.sql)) return 'standalone'
  return queries.every(({ sql }) => /^\s*select\b/i.test(sql)) ? 'read' : 'write'
}

function rowsOf(method: string, rows: readonly unknown[]) {
  const [row] = rows
  if (method === 'get' && isRow(row)) return { rows: row }
  return { rows: [...rows] }
}

/** `get` returns one row or undefined, which drizzle's types do not say. */
function isRow(row: unknown): row is unknown[] {
  return row === undefined || Array.isArray(row)
}

/** A value that can be bound. libsql aborts the process if it is given a boolean. */
function toValue(value: unknown) {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('A number in a statement must be finite.')
  }
  return value
}
