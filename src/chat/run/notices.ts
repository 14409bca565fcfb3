import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type * as z from 'zod'
import { printable } from '../../core/printable.ts'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import type { AgentRow } from '../agent/agent.ts'
import type { MessageRow, Notice } from '../message/message.ts'
import { toSeconds } from '../time.ts'

/** Per message: for the first agents that it mentions. A statement in D1 takes 100 values. */
export const MAX_NOTICES = 5

const TEXTS = {
  disabled: (name: string) => `${name} is switched off and will not answer.`,
  'not-a-member': (name: string) => `${name} is not a member of this group and will not answer.`,
} as const

/** An agent that a message addresses, and why it will not answer. */
export interface UnavailableAgent {
  agent: Pick<AgentRow, 'uid' | 'name'>
  code: keyof typeof TEXTS
}

interface NoticeDeps {
  database: Database
  now(): Date
}

/**
 * Tells the sender of a message which agents will not answer. Each notice is a message of its agent
 * that only the sender sees. There is one notice per agent and message, however often this is
 * called. Resolves with all notices of the message, including earlier ones.
 */
export async function storeNotices(
  message: MessageRow,
  unavailable: readonly UnavailableAgent[],
  { database, now }: NoticeDeps,
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
  const notice: z.output<typeof Notice> = { code, agent: agent.uid, replyTo: String(id) }
  return {
    sender: agent.uid,
    receiver: receiverType === 'group' ? receiver : sender,
    receiverType,
    category: 'action',
    type: 'notice',
    data: { text: TEXTS[code](displayName(agent)), notice },
    replyTo: id,
    visibleTo: sender,
  }
}

/** Joiners and other format characters alone show nothing. */
const VISIBLE = /[^\p{Cf}\s]/u

/** A name for use in a sentence: one line, without mentions, links or markup. */
function displayName({ uid, name }: UnavailableAgent['agent']) {
  const shown = printable(name.replaceAll(/[<>[\]@`*]/g, '')).replaceAll(/\s+/g, ' ')
  return VISIBLE.test(shown) ? shown : uid
}
