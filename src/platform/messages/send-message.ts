import { and, eq, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { conversations, messages } from '../../storage/schema.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { TOOL_RESULT } from './answer.ts'
import { conversationKey, inOrder, type Parties } from './conversation-key.ts'
import type { MessageRow, SentMessage } from './message.ts'

/**
 * Stores a message, whose receiver has been checked. If the same message was sent before with its
 * `muid`, the stored one is returned.
 *
 * @param also what is written right after it, in the same transaction
 */
export async function sendMessage(
  sender: string,
  message: SentMessage,
  store: Store,
  also?: readonly BatchItem<'sqlite'>[],
) {
  const row = { ...message, sender, muid: message.muid ?? null, tags: message.tags ?? null }
  const { stored, isNew } = await storeMessage(row, store, also)
  // Once edited or deleted, the original content is no longer known.
  const isAsSent = stored.editedAt === null && stored.deletedAt === null
  if (isNew || !isAsSent || contentOf(row) === contentOf(stored)) return { stored, isNew }
  const reason = 'is already used for another message of the sender: choose a new one'
  throw new PlatformError(
    'ERR_MUID_ALREADY_EXISTS',
    'The sender has used this muid for another message.',
    { details: { muid: [reason] } },
  )
}

type Content = Pick<MessageRow, 'receiver' | 'receiverType' | 'category' | 'type' | 'data' | 'tags'>

/** The content of a message as text, independent of the order of keys. */
function contentOf({ receiver, receiverType, category, type, data, tags }: Content) {
  return JSON.stringify([receiver, receiverType, category, type, data, tags], (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  })
}

type NewMessage = Pick<
  MessageRow,
  'sender' | 'receiver' | 'receiverType' | 'category' | 'type' | 'data'
> &
  Partial<Pick<MessageRow, 'muid' | 'tags' | 'runId' | 'threadId' | 'replyTo' | 'toolCallId'>>

/**
 * Stores a message and updates its conversation, without checking the sender and receiver. If the
 * sender has used the `muid` before, or the call already has a result, the stored message is
 * returned.
 *
 * @param also what is written right after it, in the same transaction
 */
export async function storeMessage(
  message: NewMessage,
  store: Store,
  also: readonly BatchItem<'sqlite'>[] = [],
): Promise<{ stored: MessageRow; isNew: boolean }> {
  const { insert, conversation } = messageStatements(message, store)
  const [[stored]] = await store.database.batch([insert, ...also, conversation])
  if (stored) return { stored, isNew: true }
  return { stored: await earlierMessage(message, store.database), isNew: false }
}

/** The statements that store a message. If two arrive at once, only one is inserted. */
export function messageStatements(message: NewMessage, { database, now }: Store) {
  const seconds = toSeconds(now())
  const row = { ...message, sentAt: seconds, updatedAt: seconds }
  return {
    insert: database.insert(messages).values(row).onConflictDoNothing().returning(),
    conversation: saveConversation(database, message),
  }
}

/** The message in whose place this one was not inserted. */
export async function earlierMessage(message: NewMessage, database: Database): Promise<MessageRow> {
  const condition = isTheOne(message)
  const [earlier] = condition ? await database.select().from(messages).where(condition) : []
  if (!earlier) throw new Error('a message was neither inserted nor found')
  return earlier
}

function isTheOne({ sender, muid, replyTo, toolCallId }: NewMessage) {
  return or(
    muid == null ? undefined : and(eq(messages.sender, sender), eq(messages.muid, muid)),
    replyTo == null || toolCallId == null
      ? undefined
      : and(eq(messages.replyTo, replyTo), eq(messages.toolCallId, toolCallId)),
  )
}

/** Updates the last message of a conversation. Tool results and notices do not count. */
function saveConversation(database: Database, parties: Parties) {
  const { sender, receiver, receiverType } = parties
  const key = conversationKey(parties)
  const [one, other] = receiverType === 'group' ? [null, null] : inOrder(sender, receiver)
  return database
    .insert(conversations)
    .select(sql`
      select ${key}, ${one}, ${other}, id from ${messages}
      where conversation_key = ${key} and visible_to is null
        and not (category = 'custom' and type = ${TOOL_RESULT})
      order by id desc limit 1`)
    .onConflictDoUpdate({
      target: conversations.key,
      set: { lastMessageId: sql`excluded.last_message_id` },
    })
}
