import { and, eq, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { findGroup, findMembership } from '../group/groups.ts'
import { MAX_PAGE_BYTES, type PageQuery, readPage } from '../page.ts'
import { assertUsers } from '../user/users.ts'
import { inConversation } from './conversation-key.ts'
import { isShownTo } from './find-message.ts'
import { readMessages } from './read-messages.ts'

type Query = z.output<typeof PageQuery>

/**
 * The messages of a group. On behalf of a user: only for members, without notices for others.
 *
 * @throws PlatformError `ERR_GUID_NOT_FOUND`, `ERR_UID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function listGroupMessages(
  database: Database,
  guid: string,
  query: Query,
  reader?: string,
) {
  await (reader === undefined ? findGroup(database, guid) : findMembership(database, guid, reader))
  const all = inConversation({ sender: '', receiver: guid, receiverType: 'group' })
  return list(database, query, reader === undefined ? all : and(all, isShownTo(reader)))
}

/**
 * The messages between a user and `reader`. Without a reader: all that the user has sent to and
 * received from other users.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`.
 */
export async function listUserMessages(
  database: Database,
  uid: string,
  query: Query,
  reader?: string,
) {
  await assertUsers(database, uid, ...(reader === undefined ? [] : [reader]))
  if (reader !== undefined) {
    const parties = { sender: reader, receiver: uid, receiverType: 'user' as const }
    return list(database, query, and(inConversation(parties), isShownTo(reader)))
  }
  // Two conditions, as sent and received messages are in different indexes.
  const toUser = eq(messages.receiverType, 'user')
  const sent = and(eq(messages.sender, uid), toUser)
  return list(database, query, sent, and(eq(messages.receiver, uid), toUser))
}

function list(database: Database, query: Query, ...conditions: (SQL | undefined)[]) {
  return readPage(messages.id, query, ({ bound, isBackwards, limit }) => {
    const bounded = conditions.map((condition) => and(condition, bound))
    return readMessages(database, bounded, { isBackwards, limit, maxBytes: MAX_PAGE_BYTES })
  })
}
