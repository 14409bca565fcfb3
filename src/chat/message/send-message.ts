import type { Database } from '../../storage/database.ts'
import { findMembership } from '../group/groups.ts'
import { PlatformError } from '../platform-error.ts'
import { assertUsers } from '../user/users.ts'
import type { MessageRow, SentMessage } from './message.ts'
import { storeMessage } from './store-message.ts'

interface SendDeps {
  database: Database
  now(): Date
}

/**
 * Stores a message to a user, or to a group that the sender is a member of. If the same message was
 * sent before with its `muid`, the stored one is returned.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`, `ERR_MUID_ALREADY_EXISTS`.
 */
export async function sendMessage(sender: string, message: SentMessage, deps: SendDeps) {
  const { database } = deps
  const { receiver, receiverType } = message
  await (receiverType === 'group'
    ? findMembership(database, receiver, sender)
    : assertUsers(database, sender, receiver))
  const row = { ...message, sender, muid: message.muid ?? null, tags: message.tags ?? null }
  const { stored, isNew } = await storeMessage(row, deps)
  // Once edited or deleted, the original content is no longer known.
  const isAsSent = stored.editedAt === null && stored.deletedAt === null
  if (!isNew && isAsSent && contentOf(row) !== contentOf(stored)) throw muidInUse()
  return { stored, isNew }
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

function muidInUse() {
  return new PlatformError(
    'ERR_MUID_ALREADY_EXISTS',
    'The sender has used this muid for another message.',
    { details: { muid: ['is already used for another message of the sender: choose a new one'] } },
  )
}
