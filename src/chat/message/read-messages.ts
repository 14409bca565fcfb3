import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { valuesIn, withinPage } from '../page.ts'
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

/** The messages that fulfil any of the conditions, sorted by id. */
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
  const fitting = withinPage({
    rows: sql`select id, bytes, count(*) over () as found
      from (${matching} order by ${order} limit ${limit})`,
    order,
    values: sql`(select ${valuesIn(sql`data`)} from ${messages} as one where one.id = near.id)`,
    maxBytes,
  })
  const rows = await database
    .select({ row: getTableColumns(messages), found: sql<number>`fitting.found` })
    .from(messages)
    .innerJoin(sql`(${fitting}) as fitting`, eq(messages.id, sql`fitting.id`))
    .orderBy(sql`${messages.id} ${sql.raw(isBackwards ? 'desc' : 'asc')}`)
  return { rows: rows.map(({ row }) => row), found: rows[0]?.found ?? 0 }
}
