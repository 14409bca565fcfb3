import { eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { findMembers } from '../group/member.ts'
import { PlatformError } from '../platform-error.ts'
import { findUser } from '../user/users.ts'
import type { MessageRow } from './message.ts'

/**
 * A message, if the given user may see it: both users of a conversation, the members of a group, or
 * the recipient of a notice. Without a user, any message.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_MESSAGE_ID_NOT_FOUND`,
 * `ERR_MESSAGE_NO_ACCESS`, in this order.
 */
export async function findMessage(
  database: Database,
  id: string,
  uid?: string,
): Promise<MessageRow> {
  if (uid !== undefined) await findUser(database, uid)
  const message = await byId(database, id)
  if (!message) {
    const shown = id.slice(0, 40)
    throw new PlatformError('ERR_MESSAGE_ID_NOT_FOUND', `There is no message with the id ${shown}.`)
  }
  if (uid !== undefined && !(await canSee(database, message, uid))) {
    throw new PlatformError('ERR_MESSAGE_NO_ACCESS', `${uid} may not see the message ${id}.`)
  }
  return message
}

async function byId(database: Database, id: string) {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const [message] = await database
    .select()
    .from(messages)
    .where(eq(messages.id, Number(id)))
    .limit(1)
  return message
}

/** A condition: the message is not a notice for someone else. */
export function isShownTo(uid: string): SQL | undefined {
  return or(isNull(messages.visibleTo), eq(messages.visibleTo, uid))
}

/** Whether a user may currently see a message. */
export async function canSee(database: Database, message: MessageRow, uid: string) {
  const { sender, receiver, receiverType, visibleTo } = message
  if (visibleTo !== null && visibleTo !== uid) return false
  if (receiverType === 'user') return uid === sender || uid === receiver
  return (await findMembers(database, [receiver], [uid])).length > 0
}
