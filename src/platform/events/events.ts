import { and, asc, eq, getTableColumns, gt, lte, max, min, or, type SQL, sql } from 'drizzle-orm'
import { encodeEvent } from '../../core/sse.ts'
import type { Database } from '../../storage/database.ts'
import { runs } from '../../storage/run-schema.ts'
import { events, messages } from '../../storage/schema.ts'
import { conversationId, isPartyTo, readConversationKey } from '../messages/conversation-key.ts'
import { describeMessages } from '../messages/describe-messages.ts'
import { isShownTo } from '../messages/find-messages.ts'
import type { MessageRow } from '../messages/message.ts'
import { withinBytes } from '../page.ts'
import { groupsOf } from '../people/members.ts'

const MAX_ROWS = 200
/** Of a page, of one row at least. */
const MAX_BYTES = 1024 * 1024
/** Rows that one query scans for a user's events. */
const SCANNED_ROWS = 5_000

type EventRow = typeof events.$inferSelect

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
  return readEvents(database, gt(events.id, after))
}

interface Extent {
  /** The id after which to start. */
  after: number
  /** The id of the last event to read. */
  upTo: number
}

/** The next events that a user may see, and the id up to which they were read. */
export async function nextEventsOf(database: Database, uid: string, { after, upTo }: Extent) {
  const end = Math.min(upTo, after + SCANNED_ROWS)
  const isWithin = and(gt(events.id, after), lte(events.id, end))
  const isSeen = and(isVisibleTo(events.conversationKey, uid), isShownTo(uid))
  const rows = await readEvents(database, and(isWithin, isSeen))
  return { rows, position: rows.at(-1)?.event.id ?? end }
}

/** The events so far of running answers, in the conversations of a user. */
export function unfinishedAnswers(database: Database, uid: string, { after, upTo }: Extent) {
  const running = sql`select ${runs.runId} from ${runs}
    where ${and(eq(runs.state, 'running'), isVisibleTo(runs.conversationKey, uid))}`
  const isOfRunningAnswer = sql`${events.runId} in (${running})`
  return readEvents(database, and(gt(events.id, after), lte(events.id, upTo), isOfRunningAnswer))
}

/** A condition: the user currently belongs to the conversation. */
function isVisibleTo(
  key: typeof events.conversationKey | typeof runs.conversationKey,
  uid: string,
) {
  return or(
    isPartyTo(key, uid),
    sql`(substr(${key}, 1, 6) = 'group/' and substr(${key}, 7) in (${groupsOf(uid)}))`,
  )
}

function readEvents(database: Database, condition: SQL | undefined): Promise<StoredEvent[]> {
  const isOfEvent = eq(messages.id, events.messageId)
  const rows = sql`select ${events.id} as id,
      coalesce(octet_length(${events.payload}), 0) + coalesce(octet_length(${messages.data}), 0) as bytes
    from ${events} left join ${messages} on ${isOfEvent}
    where ${condition} order by ${events.id} limit ${MAX_ROWS}`
  return database
    .select({ event: getTableColumns(events), message: getTableColumns(messages) })
    .from(events)
    .leftJoin(messages, isOfEvent)
    .where(sql`${events.id} in (select id from (${withinBytes(MAX_BYTES, rows, sql`id`)}))`)
    .orderBy(asc(events.id))
}

/** An event as it is sent to everyone who may see it, encoded once. */
export interface EncodedEvent {
  id: number
  conversationKey: string
  /** The only user who may see it; null for everyone in the conversation. */
  visibleTo: string | null
  bytes: Uint8Array
}

/** Encodes events as server-sent events, the same for all readers. */
export async function encodeEvents(
  database: Database,
  stored: readonly StoredEvent[],
): Promise<EncodedEvent[]> {
  const rows = new Map(stored.flatMap(({ message }) => (message ? [[message.id, message]] : [])))
  const messages = rows.size > 0 ? await describeMessages(database, [...rows.values()]) : []
  const byId = new Map(messages.map((message) => [message.id, message]))
  return stored.flatMap(({ event, message }) => {
    const { id, conversationKey, kind, messageId } = event
    // The message no longer exists.
    if (messageId !== null && !message) return []
    const data = { type: kind, ...eventConversation(event), ...eventPayload(event, byId) }
    const visibleTo = message?.visibleTo ?? null
    return [{ id, conversationKey, visibleTo, bytes: encodeEvent(kind, data, id) }]
  })
}

type Described = Awaited<ReturnType<typeof describeMessages>>[number]

function eventPayload({ kind, messageId, runId, payload }: EventRow, byId: Map<string, Described>) {
  if (runId !== null) return { ...payload, runId }
  if (messageId === null) return payload
  const id = String(messageId)
  const message = byId.get(id)
  if (!kind.startsWith('reaction-')) return { ...payload, message }
  return {
    messageId: id,
    reaction: { messageId: id, ...payload },
    reactions: message?.data.reactions ?? [],
  }
}

function eventConversation({ conversationKey }: EventRow) {
  const parties = readConversationKey(conversationKey)
  if ('guid' in parties) {
    const { guid } = parties
    const receiverType = 'group' as const
    return { conversationId: conversationId({ sender: '', receiver: guid, receiverType }), guid }
  }
  const [sender = '', receiver = ''] = parties.uids
  const id = conversationId({ sender, receiver, receiverType: 'user' })
  return { conversationId: id, uids: parties.uids }
}
