import { or, sql } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { agents } from '../storage/schema.ts'

/**
 * Keeps agents from being left with what is no more: says who has it and what it `cannot` do.
 *
 * @throws PlatformFailure `ERR_TOOL_IN_USE`.
 */
export async function refuseWhileUsed(
  database: Database,
  name: string,
  cannot: string,
): Promise<void> {
  const uids = await agentsWith(database, name)
  if (uids.length === 0) return
  throw new PlatformFailure('ERR_TOOL_IN_USE', `${name} is in use and cannot ${cannot}.`, {
    devMessage: `Take it from these agents first: ${uids.slice(0, 10).join(', ')}.`,
  })
}

/** The uids of the agents that an action or a tool's label was given to. */
async function agentsWith(database: Database, name: string): Promise<string[]> {
  const holds = (column: typeof agents.tools | typeof agents.actions) =>
    sql`exists (select 1 from json_each(${column}) where value = ${name})`
  const rows = await database
    .select({ uid: agents.uid })
    .from(agents)
    .where(or(holds(agents.tools), holds(agents.actions)))
    .orderBy(agents.uid)
  return rows.map(({ uid }) => uid)
}
