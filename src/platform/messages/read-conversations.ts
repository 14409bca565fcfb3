import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { conversationReads, conversations, members, messages } from '../../storage/schema.ts'

/**
 * At most this many of the latest messages are counted, which limits the cost of a conversation.
 */
export const MAX_UNREAD = 1_000

interface Extent {
  isDescending: boolean
  limit: number
  /** How many to leave out. */
  offset?: number
}

export interface ConversationRow {
  /** The id of the last message, by which conversations are ordered and paged. */
  id: number
  /** 0 where nothing was read yet. */
  lastReadId: number
  unread: number
}

/**
 * A query for the conversations of a user, with other users and of groups, whose row in
 * `conversations` fulfils `condition`.
 */
export function readConversations(
  database: Database,
  uid: string,
  condition: SQL | undefined,
  { isDescending, limit, offset = 0 }: Extent,
) {
  const mine = conversationsOf(uid, condition)
  const order = sql.raw(isDescending ? 'desc' : 'asc')
  const page = sql`(
    select mine.key, last_message_id, since, coalesce(last_read_id, 0) as last_read_id
    from (${mine}) as mine
    left join ${conversationReads} as reads on reads.uid = ${uid} and reads.key = mine.key
    order by last_message_id ${order} limit ${limit} offset ${offset}
  ) as page`
  const isAfterRead = (alias: SQL) =>
    sql`${alias}.conversation_key = page.key and ${alias}.id > page.last_read_id`
  // Finds the start of the latest messages, then counts: counting in a subquery with a limit takes
  // almost twice as long. Both only read the index.
  const beforeLatest = sql`(
    select beyond.id from ${messages} as beyond where ${isAfterRead(sql`beyond`)}
    order by beyond.id desc limit 1 offset ${MAX_UNREAD}
  )`
  const unread = sql<number>`(
    select count(*) from ${messages} as latest
    where latest.conversation_key = page.key
      and latest.id > coalesce(${beforeLatest}, page.last_read_id)
      and is_said and sender <> ${uid} and sent_at >= page.since
  )`
  return database
    .select({
      id: sql<number>`page.last_message_id`,
      lastReadId: sql<number>`page.last_read_id`,
      unread,
    })
    .from(page)
    .orderBy(sql`page.last_message_id ${order}`)
}

/** How many conversations a user has. */
export async function countConversations(database: Database, uid: string): Promise<number> {
  const [row] = await database
    .select({ total: sql<number>`count(*)` })
    .from(sql`(${conversationsOf(uid, undefined)}) as mine`)
  return row?.total ?? 0
}

/** Each part uses an index. The union removes the duplicate of a conversation with oneself. */
function conversationsOf(uid: string, condition: SQL | undefined): SQL {
  const isMatch = condition ?? sql`1`
  return sql`
    select key, last_message_id, 0 as since from ${conversations}
      where one_uid = ${uid} and ${isMatch}
    union select key, last_message_id, 0 from ${conversations}
      where other_uid = ${uid} and ${isMatch}
    union select key, last_message_id, joined_at from ${members}
      join ${conversations} on key = 'group/' || guid
      where uid = ${uid} and not is_banned and ${isMatch}`
}
