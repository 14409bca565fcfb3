import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { conversationReads, conversations, messages } from '../../storage/schema.ts'
import { findMembership } from '../group/groups.ts'
import { conversationId, conversationKey, type Parties } from '../message/conversation-key.ts'
import { describeMessages } from '../message/describe-messages.ts'
import { findMessage } from '../message/find-message.ts'
import { readMessages } from '../message/list-messages.ts'
import { Message } from '../message/message.ts'
import { MAX_PAGE_BYTES, type PageQuery, readPage } from '../page.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { assertUsers, findUser } from '../user/users.ts'
import { type ConversationRow, MAX_UNREAD, readConversations } from './read-conversations.ts'

const ReadState = z.object({
  conversationId: z.string(),
  lastReadMessageId: z.string().optional().describe('Absent while nothing has been read.'),
  unreadMessageCount: z
    .int()
    .describe(
      `Messages of others after the last one read, in a group since joining. At most ${MAX_UNREAD} messages are counted.`,
    ),
})

/** A conversation as one of its users sees it. */
export const Conversation = ReadState.extend({
  conversationType: z.enum(['user', 'group']),
  conversationWith: z.looseObject({ name: z.string() }).describe('The other user, or the group.'),
  lastMessage: Message,
  updatedAt: z.int().describe('When the last message was sent, edited or deleted.'),
}).meta({ id: 'PlatformConversation' })

/** How far a conversation has been read. */
export const ConversationRead = ReadState.meta({ id: 'PlatformConversationRead' })

/**
 * The conversations of a user, the one with the latest message first.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function listConversations(
  database: Database,
  uid: string,
  query: z.output<typeof PageQuery>,
) {
  await findUser(database, uid)
  const { items, meta } = await readPage(
    conversations.lastMessageId,
    query,
    async ({ bound, isBackwards: isDescending, limit }) => {
      const rows = await readConversations(database, uid, bound, { isDescending, limit })
      const last = await lastMessagesOf(rows, isDescending, database)
      return { rows: last, found: rows.length }
    },
    { isLatestFirst: true },
  )
  const described = await describeMessages(
    database,
    items.map(({ last }) => last),
    uid,
  )
  const byId = new Map(described.map((message) => [message.id, message]))
  return {
    items: items.flatMap((row) => {
      const lastMessage = byId.get(String(row.id))
      return lastMessage ? [toConversation(row, lastMessage, uid)] : []
    }),
    meta,
  }
}

/** Conversations with their last messages, as far as these fit in a page. */
async function lastMessagesOf(
  rows: readonly ConversationRow[],
  isBackwards: boolean,
  database: Database,
) {
  const isLast = isOneOf(
    messages.id,
    rows.map(({ id }) => id),
  )
  const extent = { isBackwards, limit: rows.length, maxBytes: MAX_PAGE_BYTES }
  const last = await readMessages(database, [isLast], extent)
  const byId = new Map(last.rows.map((message) => [message.id, message]))
  return rows.flatMap((row) => {
    const last = byId.get(row.id)
    return last ? [{ ...row, last }] : []
  })
}

function toConversation(
  row: ConversationRow,
  lastMessage: z.output<typeof Message>,
  uid: string,
): z.output<typeof Conversation> {
  const { conversationId, receiver, receiverType, updatedAt, data } = lastMessage
  const isToOther = receiverType === 'group' || receiver !== uid
  const { entity } = isToOther ? data.entities.receiver : data.entities.sender
  return {
    ...readState(row, conversationId),
    conversationType: receiverType,
    conversationWith: entity,
    lastMessage,
    updatedAt,
  }
}

function readState({ lastReadId, unread }: ConversationRow, conversationId: string) {
  return {
    conversationId,
    ...(lastReadId > 0 && { lastReadMessageId: String(lastReadId) }),
    unreadMessageCount: unread,
  }
}

interface MarkDeps {
  database: Database
  now(): Date
}

type Place = Pick<Parties, 'receiver' | 'receiverType'>

/**
 * Marks a conversation of a user as read, up to the given message or to the last one. It never
 * becomes unread: an earlier message changes nothing.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`, `ERR_CONVERSATION_NOT_FOUND`, `ERR_MESSAGE_ID_NOT_FOUND`,
 * `ERR_MESSAGE_NO_ACCESS`, `ERR_BAD_REQUEST`.
 */
export async function markRead(
  uid: string,
  { receiver, receiverType }: Place,
  upTo: string | undefined,
  { database, now }: MarkDeps,
): Promise<z.output<typeof ConversationRead>> {
  await (receiverType === 'group'
    ? findMembership(database, receiver, uid)
    : assertUsers(database, uid, receiver))
  const parties = { sender: uid, receiver, receiverType }
  const key = conversationKey(parties)
  const lastReadId =
    upTo === undefined
      ? await lastMessageOf(key, database)
      : await messageIn(key, upTo, uid, database)
  await saveRead({ uid, key, lastReadId, readAt: toSeconds(now()) }, database)

  const extent = { isDescending: true, limit: 1 }
  const [row] = await readConversations(database, uid, eq(conversations.key, key), extent)
  if (!row) throw notFound()
  return readState(row, conversationId(parties))
}

/** Only moves forward: a lower id than the stored one changes nothing. */
async function saveRead(row: typeof conversationReads.$inferInsert, database: Database) {
  await database
    .insert(conversationReads)
    .values(row)
    .onConflictDoUpdate({
      target: [conversationReads.uid, conversationReads.key],
      set: { lastReadId: sql`excluded.last_read_id`, readAt: sql`excluded.read_at` },
      setWhere: sql`excluded.last_read_id > ${conversationReads.lastReadId}`,
    })
}

async function lastMessageOf(key: string, database: Database) {
  const { lastMessageId } = conversations
  const isTheOne = eq(conversations.key, key)
  const [found] = await database.select({ lastMessageId }).from(conversations).where(isTheOne)
  if (!found) throw notFound()
  return found.lastMessageId
}

async function messageIn(key: string, id: string, uid: string, database: Database) {
  const message = await findMessage(database, id, uid)
  // The other user sees how far was read, but not the notice: use the message it is about.
  const { visibleTo, replyTo } = message
  if (message.conversationKey === key) return (visibleTo !== null && replyTo) || message.id
  const reason = 'must be the id of a message in this conversation'
  throw new PlatformError('ERR_BAD_REQUEST', `messageId ${reason}.`, {
    details: { messageId: [reason] },
  })
}

function notFound() {
  const message = 'There are no messages in this conversation yet.'
  return new PlatformError('ERR_CONVERSATION_NOT_FOUND', message)
}
