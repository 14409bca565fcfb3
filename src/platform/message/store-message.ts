import { and, eq } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { messages } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { conversationOf } from './conversation.ts'
import type { MessageRow } from './message.ts'

interface StoreNeeds {
  database: Database
  now(): Date
}

type NewMessage = Pick<
  MessageRow,
  'sender' | 'receiver' | 'receiverType' | 'category' | 'type' | 'data'
> &
  Partial<Pick<MessageRow, 'muid' | 'tags' | 'runId' | 'threadId'>>

/**
 * Stores a message, whoever its parties are. One that its sender sent before, under the same
 * `muid`, is the one that was stored then.
 */
export async function storeMessage(
  message: NewMessage,
  { database, now }: StoreNeeds,
): Promise<{ stored: MessageRow; isNew: boolean }> {
  const seconds = toSeconds(now())
  const conversationId = conversationOf(message)
  const row = { ...message, conversationId, sentAt: seconds, updatedAt: seconds }

  const [stored] = await database
    .insert(messages)
    .values(row)
    .onConflictDoNothing({ target: [messages.sender, messages.muid] })
    .returning()
  if (stored) return { stored, isNew: true }

  const { sender, muid } = message
  const isTheOne = and(eq(messages.sender, sender), eq(messages.muid, muid ?? ''))
  const [earlier] = await database.select().from(messages).where(isTheOne).limit(1)
  if (!earlier) throw new Error('a message was neither stored nor there before')
  return { stored: earlier, isNew: false }
}
