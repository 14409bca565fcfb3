import { findGroup } from '../group/find-group.ts'
import { findMember } from '../member/find-member.ts'
import type { Database } from '../storage/database.ts'
import { findUser } from '../user/find-user.ts'
import type { SentMessage } from './message.ts'
import { storeMessage } from './store-message.ts'

interface SendNeeds {
  database: Database
  now(): Date
}

/**
 * Stores what a user sends to another, or to a group that the user belongs to.
 *
 * @throws PlatformFailure `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function sendMessage(sender: string, message: SentMessage, needs: SendNeeds) {
  const { database } = needs
  const { receiver, receiverType } = message
  await findUser(database, sender)
  if (receiverType === 'group') {
    await findGroup(database, receiver)
    await findMember(database, receiver, sender)
  } else {
    await findUser(database, receiver)
  }
  return storeMessage(
    { ...message, sender, muid: message.muid ?? null, tags: message.tags ?? null },
    needs,
  )
}
