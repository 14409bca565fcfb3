import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { MessageRow } from '../message/message.ts'
import type { Database } from '../storage/database.ts'
import { messages } from '../storage/schema.ts'
import type { Answer } from './answer.ts'
import { readToolResult } from './tool-result.ts'

/** The calls that are the client's to run. */
export function leftToClient({ toolCalls, toolResults }: Answer) {
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  return toolCalls.filter(({ id, fault }) => fault === null && !ran.has(id))
}

/**
 * Whether with this result there are all of them, and nobody has said anything since. Of several
 * that are stored at once the last one knows: its number is the highest.
 */
export async function isLastOf(
  { id, conversationId }: MessageRow,
  answer: Answer,
  stored: MessageRow,
  database: Database,
) {
  const since = await database
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.id, id),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(leftToClient(answer).length + 1)
  const handed = since.filter((row) => readToolResult(row)?.messageId === String(id))
  const isAll = handed.length === leftToClient(answer).length
  return isAll && handed.length === since.length && handed.at(-1)?.id === stored.id
}
