import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { messages, reactions } from '../../storage/schema.ts'
import { check } from '../check.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { TOOL_RESULT } from './answer.ts'
import { findMessage } from './find-messages.ts'
import { type MessageEdit, type MessageRow, SentMessage } from './message.ts'

/**
 * Edits the content of a message. Its category, type and conversation do not change, nor does what
 * is stored of an agent's answer besides its text.
 */
export async function editMessage(
  id: string,
  { data, tags }: z.output<typeof MessageEdit>,
  uid: string | undefined,
  { database, now }: Store,
): Promise<MessageRow> {
  const message = await ownMessage(database, id, uid)
  if (message.deletedAt !== null) throw deleted(id)
  const isResult = message.category === 'custom' && message.type === TOOL_RESULT
  if (isResult || message.visibleTo !== null) throw notEditable()
  const { receiver, receiverType, category, type } = message
  const edited = check(SentMessage, { receiver, receiverType, category, type, data })

  const { answer } = message.data
  const seconds = toSeconds(now())
  const [stored] = await database
    .update(messages)
    .set({
      data: answer === undefined ? edited.data : { ...edited.data, answer },
      ...(tags !== undefined && { tags }),
      updatedAt: seconds,
      editedAt: seconds,
    })
    .where(and(eq(messages.id, message.id), isNull(messages.deletedAt)))
    .returning()
  if (stored) return stored
  // Deleted since it was read.
  throw deleted(id)
}

/**
 * Deletes the content of a message and its reactions; the message keeps its id and position.
 * Deleting it again changes nothing.
 */
export async function deleteMessage(
  id: string,
  uid: string | undefined,
  { database, now }: Store,
): Promise<MessageRow> {
  const message = await ownMessage(database, id, uid)
  const seconds = toSeconds(now())
  const [[stored]] = await database.batch([
    database
      .update(messages)
      .set({ data: {}, tags: null, updatedAt: seconds, deletedAt: seconds })
      .where(and(eq(messages.id, message.id), isNull(messages.deletedAt)))
      .returning(),
    database.delete(reactions).where(eq(reactions.messageId, message.id)),
  ])
  return stored ?? findMessage(database, id)
}

/** A message that may be changed: by its sender, if still allowed to see it, or by a server. */
async function ownMessage(database: Database, id: string, uid: string | undefined) {
  const message = await findMessage(database, id, uid)
  if (uid === undefined || message.sender === uid) return message
  throw new PlatformError('ERR_MESSAGE_NO_ACCESS', `${uid} did not send the message ${id}.`)
}

function deleted(id: string) {
  return new PlatformError('ERR_MESSAGE_DELETED', `The message ${id} was deleted.`)
}

function notEditable() {
  return new PlatformError('ERR_MESSAGE_NOT_EDITABLE', 'The message cannot be edited.', {
    devMessage: 'The result of a call and a notice cannot be edited.',
  })
}
