import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import type { MessageRow } from './message.ts'

interface Extent {
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
  /** The first row is always returned; later ones only if they start within this limit. */
  maxBytes: number
}

interface Found {
  rows: MessageRow[]
  /** The number within `limit`, including those left out because of their size. */
  found: number
}

/**
 * The messages that fulfil any of the conditions, sorted by id. The database knows the size of a
 * row without reading it, so rows that are left out cost nothing.
 */
export async function readMessages(
  database: Database,
  conditions: readonly (SQL | undefined)[],
  { isBackwards, limit, maxBytes }: Extent,
): Promise<Found> {
  const order = sql.raw(isBackwards ? 'id desc' : 'id asc')
  const matching = sql.join(
    conditions.map((condition) => {
      return sql`select id, octet_length(data) as bytes from ${messages} where ${condition}`
    }),
    sql` union `,
  )
  const fitting = sql`(
    select id, found from (
      select id, count(*) over () as found,
        sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before
      from (${matching} order by ${order} limit ${limit})
    ) where bytes_before < ${maxBytes}
  ) as fitting`

  const rows = await database
    .select({ row: getTableColumns(messages), found: sql<number>`fitting.found` })
    .from(messages)
    .innerJoin(fitting, eq(messages.id, sql`fitting.id`))
    .orderBy(sql`${messages.id} ${sql.raw(isBackwards ? 'desc' : 'asc')}`)
  return { rows: rows.map(({ row }) => row), found: rows[0]?.found ?? 0 }
}
