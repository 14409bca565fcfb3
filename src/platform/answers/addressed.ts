import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { agents, members, messages } from '../../storage/schema.ts'
import { isOneOf } from '../../storage/statements.ts'
import type { AgentRow } from '../agents/agent.ts'
import { mentionsIn } from '../messages/mentions.ts'
import { type MessageRow, type PlatformNotice, textOf } from '../messages/message.ts'
import { membershipQueries } from '../people/groups.ts'
import { assertFound, usersQuery } from '../people/users.ts'
import type { Store } from '../store.ts'

/** Per message: for the first agents that it mentions. A statement in D1 takes 100 values. */
const MAX_NOTICES = 5

const TEXTS = {
  disabled: (name: string) => `${name} is switched off and will not answer.`,
  'not-a-member': (name: string) => `${name} is not a member of this group and will not answer.`,
} as const

/** An agent that a message addresses, and why it will not answer. */
interface UnavailableAgent {
  agent: Pick<AgentRow, 'uid' | 'name'>
  code: keyof typeof TEXTS
}

/** The agents that a message addresses. */
export interface Addressed {
  answerer: AgentRow | undefined
  /** Agents that will not answer, in the order of their mentions. */
  unavailable: readonly UnavailableAgent[]
}

const NOBODY: Addressed = { answerer: undefined, unavailable: [] }

/**
 * Which agent answers a text message: the enabled agent that it is sent to; in a group, the first enabled
 * agent that it mentions or, if it mentions none, the only enabled one.
 * Messages of agents address nobody: two agents would answer each other for ever.
 */
export async function findAddressed(
  database: Database,
  message: Pick<MessageRow, 'sender' | 'receiver' | 'receiverType' | 'data'>,
): Promise<Addressed> {
  const { sender, receiver, receiverType } = message
  const agentsAmong = (uids: readonly string[]) =>
    database.select().from(agents).where(isOneOf(agents.uid, uids))
  if (receiverType === 'user') {
    const parties = [sender, receiver]
    const [known, found] = await database.batch([
      agentsAmong(parties),
      usersQuery(database, parties),
    ])
    assertFound(parties, found)
    const [agent] = known
    const isOfAgent = known.some(({ uid }) => uid === sender)
    return agent && !isOfAgent ? toAddressed(agent) : NOBODY
  }

  const { queries, read } = membershipQueries(database, receiver, sender)
  const [senders, ...membership] = await database.batch([agentsAmong([sender]), ...queries])
  read(membership)
  if (senders.length > 0) return NOBODY
  const mentioned = await findMentioned(database, receiver, textOf(message))
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

/**
 * Tells the sender of a message which agents will not answer. Each notice is a message of its agent
 * that only the sender sees. There is one notice per agent and message, however often this is
 * called. Resolves with all notices of the message, including earlier ones.
 */
export async function storeNotices(
  message: MessageRow,
  unavailable: readonly UnavailableAgent[],
  { database, now }: Store,
): Promise<MessageRow[]> {
  const stored = database
    .select()
    .from(messages)
    .where(and(eq(messages.replyTo, message.id), isNotNull(messages.visibleTo)))
    .orderBy(asc(messages.id))
  const seconds = toSeconds(now())
  const rows = unavailable
    .slice(0, MAX_NOTICES)
    .map((one) => ({ ...toNotice(message, one), sentAt: seconds, updatedAt: seconds }))
  if (rows.length === 0) return stored

  const insert = database.insert(messages).values(rows).onConflictDoNothing()
  const [, notices] = await database.batch([insert, stored])
  return notices
}

function toNotice(message: MessageRow, { agent, code }: UnavailableAgent) {
  const { id, sender, receiver, receiverType } = message
  const notice: z.output<typeof PlatformNotice> = { code, agent: agent.uid, replyTo: String(id) }
  return {
    sender: agent.uid,
    receiver: receiverType === 'group' ? receiver : sender,
    receiverType,
    category: 'action',
    type: 'notice',
    data: { text: TEXTS[code](agent.name), notice },
    replyTo: id,
    visibleTo: sender,
  }
}
