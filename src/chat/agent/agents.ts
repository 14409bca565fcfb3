import { asc, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { agents } from '../../storage/schema.ts'
import { bytesOf, type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import type { AgentRow } from './agent.ts'

/** @throws PlatformError `ERR_AGENT_NOT_FOUND`. */
export async function findAgent(database: Database, uid: string): Promise<AgentRow> {
  const agent = await agentByUid(database, uid)
  if (agent) return agent
  throw new PlatformError('ERR_AGENT_NOT_FOUND', `There is no agent with the uid ${uid}.`)
}

export async function agentByUid(database: Database, uid: string): Promise<AgentRow | undefined> {
  const [agent] = await database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  return agent
}

/**
 * Deletes an agent. Its user and its messages are kept.
 *
 * @throws PlatformError `ERR_AGENT_NOT_FOUND`.
 */
export async function deleteAgent(database: Database, uid: string): Promise<void> {
  await findAgent(database, uid)
  await database.delete(agents).where(eq(agents.uid, uid))
}

/**
 * The agents, by uid.
 *
 * @param measured the columns that count towards the size of a page
 */
export function listAgents(
  database: Database,
  query: z.output<typeof ListingQuery>,
  measured: Parameters<typeof bytesOf>,
) {
  const bytes = bytesOf(...measured)
  return readListing(database, query, {
    sizes: ({ limit, offset }) =>
      database.select(bytes).from(agents).orderBy(asc(agents.uid)).limit(limit).offset(offset),
    rows: ({ limit, offset }) =>
      database.select().from(agents).orderBy(asc(agents.uid)).limit(limit).offset(offset),
    total: () => database.$count(agents),
  })
}
