import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { MAX_PAGE_BYTES, type PageQuery, readPage, withinBytes } from '../page.ts'
import { assertReadable } from '../people/groups.ts'
import { findMembers } from '../people/members.ts'
import { assertUsers, findUser } from '../people/users.ts'
import { PlatformError } from '../platform-error.ts'
import { inConversation } from './conversation-key.ts'
import { describeMessages } from './describe-messages.ts'
import type { MessageRow } from './message.ts'

/**
 * A message, if the given user may see it: both users of a conversation, the members of a group, or
 * the recipient of a notice. Without a user, any message.
 */
export async function findMessage(
  database: Database,
  id: string,
  uid?: string,
): Promise<MessageRow> {
  if (uid !== undefined) await findUser(database, uid)
  const isTheOne = eq(messages.id, /^\d{1,15}$/.test(id) ? Number(id) : 0)
  const [message] = await database.select().from(messages).where(isTheOne).limit(1)
  if (!message) {
    const shown = id.slice(0, 40)
    throw new PlatformError('ERR_MESSAGE_ID_NOT_FOUND', `There is no message with the id ${shown}.`)
  }
  if (uid !== undefined && !(await canSee(database, message, uid))) {
    throw new PlatformError('ERR_MESSAGE_NO_ACCESS', `${uid} may not see the message ${id}.`)
  }
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

/** The messages of a group. On behalf of a user: only for members, without notices for others. */
export async function listGroupMessages(
  database: Database,
  guid: string,
  query: PageQuery,
  reader?: string,
) {
  await assertReadable(database, guid, reader)
  const all = inConversation({ sender: '', receiver: guid, receiverType: 'group' })
  return list(database, query, reader, reader === undefined ? all : and(all, isShownTo(reader)))
}

/**
 * The messages between a user and `reader`. Without a reader: all that the user has sent to and
 * received from other users.
 */
export async function listUserMessages(
  database: Database,
  uid: string,
  query: PageQuery,
  reader?: string,
) {
  await assertUsers(database, uid, ...(reader === undefined ? [] : [reader]))
  if (reader !== undefined) {
    const parties = { sender: reader, receiver: uid, receiverType: 'user' as const }
    return list(database, query, reader, and(inConversation(parties), isShownTo(reader)))
  }
  // Two conditions, as sent and received messages are in different indexes.
  const toUser = eq(messages.receiverType, 'user')
  const sent = and(eq(messages.sender, uid), toUser)
  return list(database, query, reader, sent, and(eq(messages.receiver, uid), toUser))
}

function list(
  database: Database,
  query: PageQuery,
  reader: string | undefined,
  ...conditions: (SQL | undefined)[]
) {
  return readPage(query, {
    column: messages.id,
    read({ bound, ...extent }) {
      const bounded = conditions.map((condition) => and(condition, bound))
      return readMessages(database, bounded, { ...extent, maxBytes: MAX_PAGE_BYTES })
    },
    describe: (rows) => describeMessages(database, rows, reader, reader === undefined),
  })
}

interface Extent {
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
  /** Of the rows, of one at least. */
  maxBytes: number
}

/**
 * The messages that fulfil any of the conditions, sorted by id, and how many were found within
 * `limit`, including those left out because of their size.
 */
export async function readMessages(
  database: Database,
  conditions: readonly (SQL | undefined)[],
  { isBackwards, limit, maxBytes }: Extent,
) {
  const direction = sql.raw(isBackwards ? 'desc' : 'asc')
  const order = sql`id ${direction}`
  const matching = sql.join(
    conditions.map((condition) => {
      return sql`select id, octet_length(data) as bytes from ${messages} where ${condition}`
    }),
    sql` union `,
  )
  const limited = sql`select id, bytes, count(*) over () as found
    from (${matching} order by ${order} limit ${limit})`
  const rows = await database
    .select({ row: getTableColumns(messages), found: sql<number>`fitting.found` })
    .from(messages)
    .innerJoin(
      sql`(${withinBytes(maxBytes, limited, order)}) as fitting`,
      eq(messages.id, sql`fitting.id`),
    )
    .orderBy(sql`${messages.id} ${direction}`)
  return { rows: rows.map(({ row }) => row), found: rows[0]?.found ?? 0 }
}
