import { sql } from 'drizzle-orm'
import { conversationKey, inOrder, type Parties } from '../message/conversation.ts'
import { TOOL_RESULT } from '../message/message.ts'
import type { Database } from '../storage/database.ts'
import { conversations, messages } from '../storage/schema.ts'

/**
 * A write that keeps the last message of a conversation, to go in together with a message of it.
 * Neither a result that a client hands back to an agent nor a notice counts.
 */
export function saveConversation(database: Database, parties: Parties) {
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
