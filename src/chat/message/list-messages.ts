import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import { findGroup, findMembership } from '../group/groups.ts'
import { MAX_PAGE_BYTES, type PageQuery, readPage, valuesIn, withinPage } from '../page.ts'
import { assertUsers } from '../user/users.ts'
import { inConversation } from './conversation-key.ts'
import { isShownTo } from './find-message.ts'
import type { MessageRow } from './message.ts'

/**
 * The messages of a group. On behalf of a user: only for members, without notices for others.
 *
 * @throws PlatformError `ERR_GUID_NOT_FOUND`, `ERR_UID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`.
 */
export async function listGroupMessages(
  database: Database,
  guid: string,
  query: PageQuery,
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
  query: PageQuery,
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

function list(database: Database, query: PageQuery, ...conditions: (SQL | undefined)[]) {
  return readPage(messages.id, query, ({ bound, isBackwards, limit }) => {
    const bounded = conditions.map((condition) => and(condition, bound))
    return readMessages(database, bounded, { isBackwards, limit, maxBytes: MAX_PAGE_BYTES })
  })
}

interface Extent {
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
  /** The first row is always returned; later ones only if they start within this limit. */
  maxBytes: number
}

interface Found {
  rows: MessageRow[]
  /** The number within `limit`, including those left out because of their size. */
  found: number
}

/** The messages that fulfil any of the conditions, sorted by id. */
export async function readMessages(
  database: Database,
  conditions: readonly (SQL | undefined)[],
  { isBackwards, limit, maxBytes }: Extent,
): Promise<Found> {
  const order = sql.raw(isBackwards ? 'id desc' : 'id asc')
  const matching = sql.join(
    conditions.map((condition) => {
      return sql`select id, octet_length(data) as bytes from ${messages} where ${condition}`
    }),
    sql` union `,
  )
  const fitting = withinPage({
    rows: sql`select id, bytes, count(*) over () as found
      from (${matching} order by ${order} limit ${limit})`,
    order,
    values: sql`(select ${valuesIn(sql`data`)} from ${messages} as one where one.id = near.id)`,
    maxBytes,
  })
  const rows = await database
    .select({ row: getTableColumns(messages), found: sql<number>`fitting.found` })
    .from(messages)
    .innerJoin(sql`(${fitting}) as fitting`, eq(messages.id, sql`fitting.id`))
    .orderBy(sql`${messages.id} ${sql.raw(isBackwards ? 'desc' : 'asc')}`)
  return { rows: rows.map(({ row }) => row), found: rows[0]?.found ?? 0 }
}
