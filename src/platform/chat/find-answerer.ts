import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AgentRow } from '../agent/agent.ts'
import { mentionsIn } from '../message/mentions.ts'
import type { MessageRow } from '../message/message.ts'
import type { Database } from '../storage/database.ts'
import { agents, members } from '../storage/schema.ts'

/** More agents than this in one group are too many for anybody. */
const MAX_AGENTS = 100

/**
 * The agent that has to answer a text message: the enabled one it is sent to; in a group the first
 * of its agents that it mentions or, where it mentions none, its only enabled agent. What an agent
 * says calls nobody: two of them would never come to an end.
 */
export async function findAnswerer(
  database: Database,
  { sender, receiver, receiverType, data }: MessageRow,
): Promise<AgentRow | undefined> {
  const parties = receiverType === 'user' ? [sender, receiver] : [sender]
  const known = await database.select().from(agents).where(inArray(agents.uid, parties))
  if (known.some(({ uid }) => uid === sender)) return undefined
  if (receiverType === 'user') return known.find(({ isActive }) => isActive)

  const rows = await database
    .select({ agent: agents })
    .from(members)
    .innerJoin(agents, eq(agents.uid, members.uid))
    .where(and(eq(members.guid, receiver), eq(members.isBanned, false)))
    .orderBy(asc(agents.uid))
    .limit(MAX_AGENTS)
  return pick(
    rows.map(({ agent }) => agent),
    typeof data.text === 'string' ? data.text : '',
  )
}

function pick(all: readonly AgentRow[], text: string): AgentRow | undefined {
  const mentioned = mentionsIn(text).flatMap((uid) => all.find((agent) => agent.uid === uid) ?? [])
  if (mentioned.length > 0) return mentioned.find(({ isActive }) => isActive)
  const enabled = all.filter(({ isActive }) => isActive)
  return enabled.length === 1 ? enabled[0] : undefined
}
