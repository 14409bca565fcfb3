import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { messages } from '../storage/schema.ts'

export interface Parties {
  sender: string
  receiver: string
  receiverType: 'user' | 'group'
}

/**
 * What a message belongs to, as the database knows it: the same whichever of two users sends it, and
 * never the same for others, since no uid and no guid can hold a slash.
 */
export function conversationKey({ sender, receiver, receiverType }: Parties): string {
  if (receiverType === 'group') return `group/${receiver}`
  return `user/${inOrder(sender, receiver).join('/')}`
}

/** The same as callers read it. Several conversations can have one such id: look nothing up by it. */
export function conversationId({ sender, receiver, receiverType }: Parties): string {
  if (receiverType === 'group') return `group_${receiver}`
  return inOrder(sender, receiver).join('_user_')
}

/** What a key says of its conversation: the group, or the two users. */
export function readConversationKey(key: string): { guid: string } | { uids: string[] } {
  const [type, ...ids] = key.split('/')
  return type === 'group' ? { guid: ids.join('/') } : { uids: ids }
}

/** Whether a user is one of the two whose key a column holds. */
export function isPartyTo(key: SQLiteColumn, uid: string): SQL {
  const [from, to] = [`user/${uid}/`, `/${uid}`]
  return sql`(substr(${key}, 1, ${from.length}) = ${from}
    or (substr(${key}, 1, 5) = 'user/' and substr(${key}, ${-to.length}) = ${to}))`
}

/** The messages of a conversation. The index finds them; that the parties are theirs decides. */
export function inConversation(parties: Parties): SQL | undefined {
  const { sender: one, receiver: other, receiverType } = parties
  const isFrom = (sender: string, receiver: string) =>
    and(eq(messages.sender, sender), eq(messages.receiver, receiver))
  return and(
    eq(messages.conversationKey, conversationKey(parties)),
    eq(messages.receiverType, receiverType),
    receiverType === 'group'
      ? eq(messages.receiver, other)
      : or(isFrom(one, other), isFrom(other, one)),
  )
}

/** Whether the user that a column names and another have a conversation of their own. */
export function hasConversation(uid: SQLiteColumn, other: string): SQL<number> {
  const key = sql`'user/' || min(${uid}, ${other}) || '/' || max(${uid}, ${other})`
  const parties = sql`(sender = ${uid} and receiver = ${other})
    or (sender = ${other} and receiver = ${uid})`
  return sql`exists (
    select 1 from ${messages}
    where conversation_key = ${key} and receiver_type = 'user' and (${parties})
  )`
}

/** By code unit, as SQLite compares them. */
export function inOrder(one: string, other: string) {
  return one < other ? [one, other] : [other, one]
}
