import { findGroup } from '../group/groups.ts'
import { findMember } from '../group/member.ts'
import { PlatformError } from '../platform-error.ts'
import type { Database } from '../storage/database.ts'
import { findUser } from '../user/users.ts'
import type { MessageRow, SentMessage } from './message.ts'
import { storeMessage } from './store-message.ts'

interface SendDeps {
  database: Database
  now(): Date
}

/**
 * Stores what a user sends to another, or to a group that the user belongs to. The same message sent
 * again under its `muid` is the one that is stored.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`, `ERR_MUID_ALREADY_EXISTS`.
 */
export async function sendMessage(sender: string, message: SentMessage, deps: SendDeps) {
  const { database } = deps
  const { receiver, receiverType } = message
  await findUser(database, sender)
  if (receiverType === 'group') {
    await findGroup(database, receiver)
    await findMember(database, receiver, sender)
  } else {
    await findUser(database, receiver)
  }
  const row = { ...message, sender, muid: message.muid ?? null, tags: message.tags ?? null }
  const { stored, isNew } = await storeMessage(row, deps)
  // What it said at first is not known any more once it was edited or deleted.
  const isAsSent = stored.editedAt === null && stored.deletedAt === null
  if (!isNew && isAsSent && contentOf(row) !== contentOf(stored)) throw alreadyGiven()
  return { stored, isNew }
}

type Content = Pick<MessageRow, 'receiver' | 'receiverType' | 'category' | 'type' | 'data' | 'tags'>

/** What a sender says of a message, as one text: the order of an object's keys says nothing. */
function contentOf({ receiver, receiverType, category, type, data, tags }: Content) {
  return JSON.stringify([receiver, receiverType, category, type, data, tags], (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  })
}

function alreadyGiven() {
  return new PlatformError(
    'ERR_MUID_ALREADY_EXISTS',
    'The sender has given this muid to another message.',
    { details: { muid: ['is that of another message of the sender: choose a new one'] } },
  )
}
