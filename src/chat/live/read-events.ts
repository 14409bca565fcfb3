import { and, asc, eq, getTableColumns, gt, lte, max, min, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { deliveries, events, messages } from '../../storage/schema.ts'
import { groupsOf } from '../group/member.ts'
import { isPartyTo } from '../message/conversation-key.ts'
import { isShownTo } from '../message/find-message.ts'
import type { MessageRow } from '../message/message.ts'
import { valuesIn, withinPage } from '../page.ts'

const MAX_ROWS = 200
/** Per page. The first row is always returned; later ones only if they start within this limit. */
const MAX_BYTES = 1024 * 1024
/** Rows scanned by one query to find those of one user. */
const SCANNED_ROWS = 5_000

export type EventRow = typeof events.$inferSelect

/** An event with the current version of its message. */
export interface StoredEvent {
  event: EventRow
  message: MessageRow | null
}

/** The ids of the oldest and the newest event; 0 if there are none. */
export async function eventIds(database: Database) {
  const [ids] = await database.select({ first: min(events.id), last: max(events.id) }).from(events)
  return { first: ids?.first ?? 0, last: ids?.last ?? 0 }
}

/** The next events of all users. */
export function nextEvents(database: Database, after: number): Promise<StoredEvent[]> {
  return readPage(database, gt(events.id, after))
}

export interface Extent {
  /** The id after which to start. */
  after: number
  /** The id of the last event to read. */
  upTo: number
}

/** The next events that a user may see, and the id up to which they were read. */
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

/** The events so far of running answers, in the conversations of a user. */
export function unfinishedAnswers(database: Database, uid: string, { after, upTo }: Extent) {
  const runs = sql`select ${deliveries.runId} from ${deliveries}
    where ${and(eq(deliveries.state, 'running'), isVisibleTo(deliveries.conversationKey, uid))}`
  const isOfRunningAnswer = sql`${events.runId} in (${runs})`
  return readPage(database, and(gt(events.id, after), lte(events.id, upTo), isOfRunningAnswer))
}

/** A condition: the user currently belongs to the conversation. */
function isVisibleTo(
  key: typeof events.conversationKey | typeof deliveries.conversationKey,
  uid: string,
) {
  return or(
    isPartyTo(key, uid),
    sql`(substr(${key}, 1, 6) = 'group/' and substr(${key}, 7) in (${groupsOf(uid)}))`,
  )
}

function readPage(database: Database, condition: SQL | undefined): Promise<StoredEvent[]> {
  const withMessages = sql`${events} left join ${messages} on ${eq(messages.id, events.messageId)}`
  const bytes = sql`coalesce(octet_length(${events.payload}), 0) + coalesce(octet_length(${messages.data}), 0)`
  const values = sql`coalesce(${valuesIn(events.payload)}, 0) + coalesce(${valuesIn(messages.data)}, 0)`
  const fitting = withinPage({
    rows: sql`select ${events.id} as id, ${bytes} as bytes, null as found from ${withMessages}
      where ${condition} order by ${events.id} limit ${MAX_ROWS}`,
    order: sql`id`,
    values: sql`(select ${values} from ${withMessages} where ${events.id} = near.id)`,
    maxBytes: MAX_BYTES,
  })
  return database
    .select({ event: getTableColumns(events), message: getTableColumns(messages) })
    .from(events)
    .leftJoin(messages, eq(messages.id, events.messageId))
    .where(sql`${events.id} in (select id from (${fitting}))`)
    .orderBy(asc(events.id))
}
