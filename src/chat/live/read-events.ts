import { and, asc, eq, getTableColumns, gt, lte, max, min, or, type SQL, sql } from 'drizzle-orm'
import { groupsOf } from '../group/member.ts'
import { isPartyTo } from '../message/conversation-key.ts'
import { isShownTo } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import type { Database } from '../storage/database.ts'
import { deliveries, events, messages } from '../storage/schema.ts'

const MAX_ROWS = 200
/** Of one page: the first row is read however large it is, none that begins beyond this. */
const MAX_BYTES = 1024 * 1024
/** How many rows one query looks at to find those of one user. */
const SCANNED_ROWS = 5_000

export type EventRow = typeof events.$inferSelect

/** An event with the message concerned, as that is now. */
export interface StoredEvent {
  event: EventRow
  message: MessageRow | null
}

/** The ids of the oldest and of the newest event there is; both 0 where there was none yet. */
export async function eventIds(database: Database) {
  const [ids] = await database.select({ first: min(events.id), last: max(events.id) }).from(events)
  return { first: ids?.first ?? 0, last: ids?.last ?? 0 }
}

/** What comes next, whoever may see it. */
export function nextEvents(database: Database, after: number): Promise<StoredEvent[]> {
  return readPage(database, gt(events.id, after))
}

export interface Extent {
  /** The event after which to begin. */
  after: number
  /** The last event to look at. */
  upTo: number
}

/** What comes next of that which a user may see, and how far it reaches. */
export async function nextEventsOf(database: Database, uid: string, { after, upTo }: Extent) {
  const end = Math.min(upTo, after + SCANNED_ROWS)
  const rows = await readPage(
    database,
    and(
      gt(events.id, after),
      lte(events.id, end),
      isVisibleTo(events.conversationKey, uid),
      isShownTo(uid),
    ),
  )
  return { rows, position: rows.at(-1)?.event.id ?? end }
}

/** How answers that are under way, in conversations of a user, have grown until then. */
export function unfinishedAnswers(database: Database, uid: string, { after, upTo }: Extent) {
  const runs = sql`select ${deliveries.runId} from ${deliveries}
    where ${and(eq(deliveries.state, 'running'), isVisibleTo(deliveries.conversationKey, uid))}`
  const isGrowth = sql`${events.runId} in (${runs})`
  return readPage(database, and(gt(events.id, after), lte(events.id, upTo), isGrowth))
}

/** The parties of a conversation, as of now. */
function isVisibleTo(
  key: typeof events.conversationKey | typeof deliveries.conversationKey,
  uid: string,
) {
  return or(
    isPartyTo(key, uid),
    sql`(substr(${key}, 1, 6) = 'group/' and substr(${key}, 7) in (${groupsOf(uid)}))`,
  )
}

/** How large a row is the database knows without reading it, so what is left out costs nothing. */
function readPage(database: Database, condition: SQL | undefined): Promise<StoredEvent[]> {
  const bytes = sql`coalesce(octet_length(${events.payload}), 0) + coalesce(octet_length(${messages.data}), 0)`
  const fitting = sql`(
    select id from (
      select id, sum(bytes) over (order by id rows unbounded preceding) - bytes as bytes_before
      from (
        select ${events.id} as id, ${bytes} as bytes
        from ${events} left join ${messages} on ${eq(messages.id, events.messageId)}
        where ${condition} order by ${events.id} limit ${MAX_ROWS}
      )
    ) where bytes_before < ${MAX_BYTES}
  )`
  return database
    .select({ event: getTableColumns(events), message: getTableColumns(messages) })
    .from(events)
    .leftJoin(messages, eq(messages.id, events.messageId))
    .where(sql`${events.id} in ${fitting}`)
    .orderBy(asc(events.id))
}
