import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { MessageRow } from '../message/message.ts'
import { type PageQuery, readPage } from '../page.ts'
import type { Database } from '../storage/database.ts'
import { reactions, users } from '../storage/schema.ts'
import { toUser, type UserRow } from '../user/user.ts'
import type { Reaction } from './reaction.ts'

interface Wanted {
  message: MessageRow
  /** This reaction alone. */
  reaction?: string | undefined
  /** The user on whose behalf they are listed. */
  reader?: string | undefined
}

/** A page of the reactions to a message, the oldest first. */
export async function listReactions(
  database: Database,
  { message, reaction, reader }: Wanted,
  query: z.output<typeof PageQuery>,
) {
  const isWanted = and(
    eq(reactions.messageId, message.id),
    reaction === undefined ? undefined : eq(reactions.reaction, reaction),
  )
  const { items, meta } = await readPage(reactions.id, query, ({ bound, order, limit }) =>
    database
      .select({
        ...getTableColumns(reactions),
        user: users,
        conversationId: conversationWith(reader),
      })
      .from(reactions)
      .innerJoin(users, eq(users.uid, reactions.uid))
      .where(and(isWanted, bound))
      .orderBy(order)
      .limit(limit),
  )
  return { items: items.map((row) => toReaction(row, message)), meta }
}

/** The one-to-one conversation of the reacting user and the reader, where there is one. */
function conversationWith(reader: string | undefined) {
  if (reader === undefined) return sql<string | null>`null`
  const id = sql`min(${reactions.uid}, ${reader}) || '_user_' || max(${reactions.uid}, ${reader})`
  return sql<string | null>`(
    select conversation_id from messages where conversation_id = ${id} limit 1
  )`
}

interface ReactionRow {
  id: number
  messageId: number
  reaction: string
  uid: string
  reactedAt: number
  user: UserRow
  conversationId: string | null
}

function toReaction(row: ReactionRow, message: MessageRow): z.output<typeof Reaction> {
  const { uid, name, status, role, createdAt, avatar } = toUser(row.user)
  const conversationId =
    message.receiverType === 'user' ? message.conversationId : row.conversationId
  return {
    id: String(row.id),
    messageId: String(row.messageId),
    reaction: row.reaction,
    uid: row.uid,
    reactedAt: row.reactedAt,
    reactedBy: {
      ...{ uid, name, status, role, createdAt },
      ...(avatar !== undefined && { avatar }),
      ...(conversationId !== null && { conversationId }),
    },
  }
}
