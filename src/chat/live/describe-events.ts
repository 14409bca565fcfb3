import { namedEvent } from '../../core/sse.ts'
import type { Database } from '../../storage/database.ts'
import { conversationId, readConversationKey } from '../message/conversation-key.ts'
import { describeMessages } from '../message/describe-messages.ts'
import type { EventRow, StoredEvent } from './read-events.ts'

/** An event as it is sent to everyone who may see it, encoded once. */
export interface EncodedEvent {
  id: number
  conversationKey: string
  /** The only user who may see it; null for everyone in the conversation. */
  visibleTo: string | null
  bytes: Uint8Array
}

const encoder = new TextEncoder()

/** Encodes events as server-sent events, the same for all readers. */
export async function describeEvents(
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
    const data = { type: kind, ...conversationOf(event), ...detailsOf(event, byId) }
    const visibleTo = message?.visibleTo ?? null
    return [{ id, conversationKey, visibleTo, bytes: encodeEvent(kind, data, id) }]
  })
}

/** Without an id, the position of the reader does not change. */
export function encodeEvent(type: string, data: object, id?: number): Uint8Array {
  return encoder.encode(namedEvent(type, data, id))
}

export const HEARTBEAT = encoder.encode(': heartbeat\n\n')

type Described = Awaited<ReturnType<typeof describeMessages>>[number]

function detailsOf({ kind, messageId, runId, payload }: EventRow, byId: Map<string, Described>) {
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

function conversationOf({ conversationKey }: EventRow) {
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
