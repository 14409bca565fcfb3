import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { agents, members } from '../../storage/schema.ts'
import type { AgentRow } from '../agent/agent.ts'
import { mentionsIn } from '../message/mentions.ts'
import type { MessageRow } from '../message/message.ts'
import type { UnavailableAgent } from './notices.ts'

/** The agents that a message addresses. */
export interface Addressed {
  /** The one that answers. */
  answerer: AgentRow | undefined
  /** Those that will not answer, in the order in which they are mentioned. */
  unavailable: readonly UnavailableAgent[]
}

export const NOBODY: Addressed = { answerer: undefined, unavailable: [] }

/**
 * Which agent answers a text message: the enabled agent it is sent to; in a group, the first
 * enabled agent of the group that it mentions or, if it mentions none, the only enabled one.
 * Messages of agents address nobody: two agents would answer each other for ever.
 */
export async function findAddressed(database: Database, message: MessageRow): Promise<Addressed> {
  const { sender, receiver, receiverType, data } = message
  const parties = receiverType === 'user' ? [sender, receiver] : [sender]
  const known = await database.select().from(agents).where(inArray(agents.uid, parties))
  if (known.some(({ uid }) => uid === sender)) return NOBODY
  if (receiverType === 'user') {
    const [agent] = known
    return agent ? toAddressed(agent) : NOBODY
  }

  const text = typeof data.text === 'string' ? data.text : ''
  const mentioned = await findMentioned(database, receiver, text)
  const unavailable = mentioned.flatMap((one) => one.unavailable)
  if (mentioned.some(({ isMember }) => isMember)) {
    return { answerer: mentioned.find(({ answerer }) => answerer)?.answerer, unavailable }
  }
  return { answerer: await findOnlyAgent(database, receiver), unavailable }
}

/** The agents that a text mentions, in order, members of the group or not. */
async function findMentioned(database: Database, guid: string, text: string) {
  const uids = mentionsIn(text)
  if (uids.length === 0) return []
  const isMember = and(eq(members.guid, guid), eq(members.uid, agents.uid))
  const rows = await database
    .select({ agent: agents, isBanned: members.isBanned })
    .from(agents)
    .leftJoin(members, isMember)
    .where(isOneOf(agents.uid, uids))
  const found = new Map(rows.map((row) => [row.agent.uid, row]))
  return uids.flatMap((uid) => {
    const row = found.get(uid)
    if (!row) return []
    const isMember = row.isBanned === false
    return { isMember, ...toAddressed(row.agent, isMember) }
  })
}

/** The same for one agent. */
export function toAddressed(agent: AgentRow, isMember = true): Addressed {
  if (agent.isActive && isMember) return { answerer: agent, unavailable: [] }
  const code = isMember ? 'disabled' : 'not-a-member'
  return { answerer: undefined, unavailable: [{ agent, code }] }
}

async function findOnlyAgent(database: Database, guid: string): Promise<AgentRow | undefined> {
  const isMember = and(eq(members.guid, guid), eq(members.isBanned, false))
  const enabled = await database
    .select({ agent: agents })
    .from(members)
    .innerJoin(agents, eq(agents.uid, members.uid))
    .where(and(isMember, eq(agents.isActive, true)))
    .limit(2)
  return enabled.length === 1 ? enabled[0]?.agent : undefined
}
