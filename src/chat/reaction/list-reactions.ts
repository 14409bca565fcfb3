import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { reactions, users } from '../../storage/schema.ts'
import { conversationId, hasConversation } from '../message/conversation-key.ts'
import type { MessageRow } from '../message/message.ts'
import { type PageQuery, readPage } from '../page.ts'
import { toUser, USER_FACE, type UserFace } from '../user/user.ts'
import { type Reaction, spellingsOf } from './reaction.ts'

interface ReactionFilter {
  message: MessageRow
  /** Only this reaction. */
  reaction?: string | undefined
  /** The user on whose behalf they are listed. */
  reader?: string | undefined
}

/** A page of the reactions to a message, oldest first. */
export async function listReactions(
  database: Database,
  { message, reaction, reader }: ReactionFilter,
  query: z.output<typeof PageQuery>,
) {
  const isWanted = and(
    eq(reactions.messageId, message.id),
    reaction === undefined ? undefined : isOneOf(reactions.reaction, spellingsOf(reaction)),
  )
  const { items, meta } = await readPage(reactions.id, query, async (part) => {
    const { bound, isBackwards, limit } = part
    const rows = await database
      .select({
        ...getTableColumns(reactions),
        user: USER_FACE,
        hasConversationWithReader:
          reader === undefined ? sql<number>`0` : hasConversation(reactions.uid, reader),
      })
      .from(reactions)
      .innerJoin(users, eq(users.uid, reactions.uid))
      .where(and(isWanted, bound))
      .orderBy(isBackwards ? desc(reactions.id) : asc(reactions.id))
      .limit(limit)
    return { rows, found: rows.length }
  })
  return { items: items.map((row) => toReaction(row, message, reader)), meta }
}

interface ReactionRow {
  id: number
  messageId: number
  reaction: string
  uid: string
  reactedAt: number
  user: UserFace
  /** 1 if the user and the reader have a conversation with each other. */
  hasConversationWithReader: number
}

function toReaction(row: ReactionRow, message: MessageRow, reader = ''): z.output<typeof Reaction> {
  const { uid, name, status, role, createdAt, avatar } = toUser(row.user)
  const between = { sender: reader, receiver: row.uid, receiverType: 'user' as const }
  const conversation =
    message.receiverType === 'user' ? message : row.hasConversationWithReader && between
  return {
    id: String(row.id),
    messageId: String(row.messageId),
    reaction: row.reaction,
    uid: row.uid,
    reactedAt: row.reactedAt,
    reactedBy: {
      uid,
      name,
      status,
      role,
      createdAt,
      ...(avatar !== undefined && { avatar }),
      ...(conversation && { conversationId: conversationId(conversation) }),
    },
  }
}
