import { env } from 'cloudflare:test'
import { d1Database } from '../../src/storage/d1-database.ts'

/** A binding that counts the rows which its batches read. */
export function countedD1() {
  const rows = { read: 0 }
  const batch = async (statements: Parameters<typeof env.DB.batch>[0]) => {
    const results = await env.DB.batch(statements)
    for (const { meta } of results) rows.read += meta.rows_read
    return results
  }
  const prepare = (query: string) => env.DB.prepare(query)
  return { rows, database: d1Database({ prepare, batch } as unknown as typeof env.DB) }
}
