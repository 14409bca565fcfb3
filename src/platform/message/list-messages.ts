import { and, eq, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import { findGroup } from '../group/find-group.ts'
import { findMember } from '../member/find-member.ts'
import { type PageQuery, readPage } from '../page.ts'
import type { Database } from '../storage/database.ts'
import { messages } from '../storage/schema.ts'
import { findUser } from '../user/find-user.ts'
import { conversationOf } from './conversation.ts'

type Query = z.output<typeof PageQuery>

/**
 * The messages of a group. On behalf of a user: who belongs to it.
 *
 * @throws PlatformFailure `ERR_GUID_NOT_FOUND`, `ERR_UID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function listGroupMessages(
  database: Database,
  guid: string,
  query: Query,
  reader?: string,
) {
  await findGroup(database, guid)
  if (reader !== undefined) {
    await findUser(database, reader)
    await findMember(database, guid, reader)
  }
  const parties = { sender: '', receiver: guid, receiverType: 'group' as const }
  return listConversation(database, conversationOf(parties), query)
}

/**
 * The messages between a user and the one on whose behalf they are asked for. With nobody named:
 * all that the user sent to users, and got.
 *
 * @throws PlatformFailure `ERR_UID_NOT_FOUND`.
 */
export async function listUserMessages(
  database: Database,
  uid: string,
  query: Query,
  reader?: string,
) {
  await findUser(database, uid)
  if (reader === undefined) return listOfUser(database, uid, query)
  await findUser(database, reader)
  const parties = { sender: reader, receiver: uid, receiverType: 'user' as const }
  return listConversation(database, conversationOf(parties), query)
}

/** The messages of a conversation. */
export function listConversation(database: Database, conversationId: string, query: Query) {
  return readPage(messages.id, query, ({ bound, order, limit }) =>
    database
      .select()
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), bound))
      .orderBy(order)
      .limit(limit),
  )
}

/** Two walks along two indexes, merged: neither alone has both what was sent and what was got. */
function listOfUser(database: Database, uid: string, query: Query) {
  const toUser = eq(messages.receiverType, 'user')
  const some = (party: SQL, bound: SQL | undefined) =>
    database
      .select()
      .from(messages)
      .where(and(party, toUser, bound))

  return readPage(messages.id, query, ({ bound, order, limit }) =>
    union(some(eq(messages.sender, uid), bound), some(eq(messages.receiver, uid), bound))
      .orderBy(order)
      .limit(limit),
  )
}
