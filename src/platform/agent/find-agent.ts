import { eq } from 'drizzle-orm'
import { PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { agents } from '../storage/schema.ts'
import type { AgentRow } from './agent.ts'

/** @throws PlatformFailure `ERR_AGENT_NOT_FOUND`. */
export async function findAgent(database: Database, uid: string): Promise<AgentRow> {
  const [agent] = await database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  if (agent) return agent
  throw new PlatformFailure('ERR_AGENT_NOT_FOUND', `There is no agent with the uid ${uid}.`)
}
