import { count, min, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { isOneOf } from '../../storage/is-one-of.ts'
import { reactions } from '../../storage/schema.ts'

interface Counted {
  messageId: number
  reaction: string
  count: number
  isMine: number
}

/** A query for the number of each reaction to each message, oldest reaction first. */
export function countReactions(
  database: Database,
  messageIds: readonly number[],
  reader: string | undefined,
) {
  return database
    .select({
      messageId: reactions.messageId,
      reaction: reactions.reaction,
      count: count(),
      isMine: sql<number>`max(${reactions.uid} = ${reader ?? ''})`,
    })
    .from(reactions)
    .where(isOneOf(reactions.messageId, messageIds))
    .groupBy(reactions.messageId, reactions.reaction)
    .orderBy(min(reactions.id))
}

/** The counts by message, as the API returns them. */
export function reactionsByMessage(counted: readonly Counted[]) {
  const byMessage = new Map<number, { reaction: string; count: number; reactedByMe?: true }[]>()
  for (const { messageId, reaction, count, isMine } of counted) {
    const tally = { reaction, count, ...(isMine && { reactedByMe: true as const }) }
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), tally])
  }
  return byMessage
}
