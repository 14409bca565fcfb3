import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { messages } from '../../storage/schema.ts'

export interface Parties {
  sender: string
  receiver: string
  receiverType: 'user' | 'group'
}

/**
 * The key of a conversation in the database: the same for both users, whoever sends a message. It
 * is unique, because uids and guids contain no slash.
 */
export function conversationKey({ sender, receiver, receiverType }: Parties): string {
  if (receiverType === 'group') return `group/${receiver}`
  return `user/${inOrder(sender, receiver).join('/')}`
}

/** The id of a conversation in the API. It is not unique, so never look anything up by it. */
export function conversationId({ sender, receiver, receiverType }: Parties): string {
  if (receiverType === 'group') return `group_${receiver}`
  return inOrder(sender, receiver).join('_user_')
}

/** The group or the two users in a key. */
export function readConversationKey(key: string): { guid: string } | { uids: string[] } {
  const [type, ...ids] = key.split('/')
  return type === 'group' ? { guid: ids.join('/') } : { uids: ids }
}

/** A condition: the user is one of the two in the key. */
export function isPartyTo(key: SQLiteColumn, uid: string): SQL {
  const [from, to] = [`user/${uid}/`, `/${uid}`]
  return sql`(substr(${key}, 1, ${from.length}) = ${from}
    or (substr(${key}, 1, 5) = 'user/' and substr(${key}, ${-to.length}) = ${to}))`
}

/** A condition: the message is in the conversation. */
export function inConversation(parties: Parties): SQL {
  return eq(messages.conversationKey, conversationKey(parties))
}

/** A condition: the user in a column has a conversation with another user. */
export function hasConversation(uid: SQLiteColumn, other: string): SQL<number> {
  const key = sql`'user/' || min(${uid}, ${other}) || '/' || max(${uid}, ${other})`
  return sql`exists (select 1 from ${messages} where conversation_key = ${key})`
}

/** Sorted by code unit, as in SQLite. */
export function inOrder(one: string, other: string) {
  return one < other ? [one, other] : [other, one]
}
