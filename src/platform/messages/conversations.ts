import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { conversationReads, conversations, messages } from '../../storage/schema.ts'
import { isOneOf } from '../../storage/statements.ts'
import { Id } from '../field.ts'
import { platformOperation } from '../operation.ts'
import {
  MAX_PAGE_BYTES,
  PageMeta,
  PageNumber,
  PageQuery,
  Pagination,
  paginationOf,
  readPage,
} from '../page.ts'
import { assertParty } from '../people/groups.ts'
import { findUser } from '../people/users.ts'
import { invalidField, PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { conversationId, conversationKey, type Parties } from './conversation-key.ts'
import { describeMessages } from './describe-messages.ts'
import { findMessage, readMessages } from './find-messages.ts'
import { StoredMessage } from './message.ts'
import {
  type ConversationRow,
  countConversations,
  MAX_UNREAD,
  readConversations,
} from './read-conversations.ts'

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
const PlatformConversation = ReadState.extend({
  conversationType: z.enum(['user', 'group']),
  conversationWith: z.looseObject({ name: z.string() }).describe('The other user, or the group.'),
  lastMessage: StoredMessage,
  updatedAt: z.int().describe('When the last message was sent, edited or deleted.'),
}).meta({ id: 'PlatformConversation' })

/** How far a conversation has been read. */
const ConversationRead = ReadState.meta({ id: 'PlatformConversationRead' })

const UpTo = z.object({
  messageId: z
    .string()
    .optional()
    .describe('The last message that was read. By default the last one of the conversation.'),
})

const ConversationsQuery = PageQuery.extend({
  page: PageNumber.optional().describe('The number of a page, in place of a cursor.'),
})

const ConversationsMeta = PageMeta.extend({
  pagination: Pagination.optional().describe('With `page`.'),
}).meta({ id: 'ConversationsMeta' })

/** Lists the conversations of a user, and marks them as read. */
export function conversationOperations(store: Store) {
  const marking = {
    onBehalfOf: 'required' as const,
    body: UpTo,
    isBodyOptional: true,
    data: ConversationRead,
  }
  return [
    platformOperation('listConversations', 'get', '/v3/conversations', {
      summary: 'The conversations of a user, latest first',
      onBehalfOf: 'required',
      query: ConversationsQuery,
      data: z.array(PlatformConversation),
      meta: ConversationsMeta,
      handle: ({ user, query }) => listConversations(store.database, user, query),
    }),
    platformOperation('markUserConversationRead', 'post', '/v3/users/{uid}/conversation/read', {
      ...marking,
      summary: 'Mark the conversation with a user as read, completely or up to a message',
      params: z.object({ uid: Id }),
      async handle({ user: sender, params: { uid }, body }) {
        const parties = { sender, receiver: uid, receiverType: 'user' as const }
        return { data: await markRead(parties, body.messageId, store) }
      },
    }),
    platformOperation('markGroupConversationRead', 'post', '/v3/groups/{guid}/conversation/read', {
      ...marking,
      summary: 'Mark the conversation of a group as read, completely or up to a message',
      params: z.object({ guid: Id }),
      async handle({ user: sender, params: { guid }, body }) {
        const parties = { sender, receiver: guid, receiverType: 'group' as const }
        return { data: await markRead(parties, body.messageId, store) }
      },
    }),
  ]
}

async function listConversations(
  database: Database,
  uid: string,
  query: z.output<typeof ConversationsQuery>,
) {
  await findUser(database, uid)
  const { page, limit, per_page: perPage = limit } = query
  const offset = page === undefined ? 0 : (page - 1) * perPage
  const { data, meta } = await readPage(query, {
    column: conversations.lastMessageId,
    isLatestFirst: true,
    async read({ bound, isBackwards, limit }) {
      const extent = { isDescending: isBackwards, limit, offset }
      const rows = await readConversations(database, uid, bound, extent)
      return { rows: await withLastMessages(rows, isBackwards, database), found: rows.length }
    },
    async describe(rows) {
      const lastMessages = rows.map(({ last }) => last)
      const described = await describeMessages(database, lastMessages, uid)
      return described.flatMap((lastMessage, index) => {
        const row = rows[index]
        return row ? toConversation(row, lastMessage, uid) : []
      })
    },
  })
  if (page === undefined) return { data, meta }
  const total = await countConversations(database, uid)
  return {
    data,
    meta: { ...meta, pagination: paginationOf({ total, count: data.length, perPage, page }) },
  }
}

/** Conversations with their last messages, as far as these fit in a page. */
async function withLastMessages(
  rows: readonly ConversationRow[],
  isBackwards: boolean,
  database: Database,
) {
  const ids = rows.map(({ id }) => id)
  const extent = { isBackwards, limit: rows.length, maxBytes: MAX_PAGE_BYTES }
  const last = await readMessages(database, [isOneOf(messages.id, ids)], extent)
  const byId = new Map(last.rows.map((message) => [message.id, message]))
  return rows.flatMap((row) => {
    const last = byId.get(row.id)
    return last ? [{ ...row, last }] : []
  })
}

function toConversation(
  row: ConversationRow,
  lastMessage: z.output<typeof StoredMessage>,
  uid: string,
): z.output<typeof PlatformConversation> {
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

/**
 * Marks a conversation as read by its `sender`, up to the given message or to the last one. It never
 * becomes unread: an earlier message changes nothing.
 */
async function markRead(parties: Parties, upTo: string | undefined, { database, now }: Store) {
  const { sender: uid } = parties
  await assertParty(database, uid, parties)
  const key = conversationKey(parties)
  const lastReadId =
    upTo === undefined
      ? await lastMessageOf(key, database)
      : await messageIn(key, upTo, uid, database)
  await database
    .insert(conversationReads)
    .values({ uid, key, lastReadId, readAt: toSeconds(now()) })
    .onConflictDoUpdate({
      target: [conversationReads.uid, conversationReads.key],
      set: { lastReadId: sql`excluded.last_read_id`, readAt: sql`excluded.read_at` },
      setWhere: sql`excluded.last_read_id > ${conversationReads.lastReadId}`,
    })

  const extent = { isDescending: true, limit: 1 }
  const [row] = await readConversations(database, uid, eq(conversations.key, key), extent)
  if (!row) throw notFound()
  return readState(row, conversationId(parties))
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
  throw invalidField('messageId', 'must be the id of a message in this conversation')
}

function notFound() {
  const message = 'There are no messages in this conversation yet.'
  return new PlatformError('ERR_CONVERSATION_NOT_FOUND', message)
}
