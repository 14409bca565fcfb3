import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { messages } from '../../storage/schema.ts'
import type { Answer } from '../messages/answer.ts'
import { inConversation } from '../messages/conversation-key.ts'
import { type MessageRow, TOOL_RESULT } from '../messages/message.ts'

const ToolResult = z.object({
  customData: z.object({
    messageId: z.string(),
    toolCallId: z.string(),
    name: z.string(),
    result: z.unknown(),
    isError: z.boolean().optional(),
  }),
})

export type ToolResultData = z.output<typeof ToolResult>['customData']

/** The tool result in a message; undefined if it is another kind of message. */
export function readToolResult({ category, type, data }: MessageRow): ToolResultData | undefined {
  if (category !== 'custom' || type !== TOOL_RESULT) return undefined
  return ToolResult.safeParse(data).data?.customData
}

/** The calls that the client has to run: valid, and not run by the agent itself. */
export function pendingToolCalls({ toolCalls, toolResults }: Answer) {
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  return toolCalls.filter(({ toolCallId, fault }) => fault === null && !ran.has(toolCallId))
}

/**
 * Whether this result completes those of an answer, and nothing else was sent since. If several are
 * stored at once, this is true for the one with the highest id.
 */
export async function isLastOf(
  answered: MessageRow,
  answer: Answer,
  stored: MessageRow,
  database: Database,
) {
  const { id, replyTo, toolCallId, visibleTo, deletedAt } = messages
  const isOfAnswer = sql<number>`${replyTo} is ${answered.id} and ${toolCallId} is not null`
  const left = pendingToolCalls(answer).length
  const since = await database
    .select({ id, isOfAnswer })
    .from(messages)
    .where(and(inConversation(answered), gt(id, answered.id), isNull(deletedAt), isNull(visibleTo)))
    .orderBy(asc(id))
    .limit(left + 1)
  const isAll = since.length === left && since.every((row) => row.isOfAnswer)
  return isAll && since.at(-1)?.id === stored.id
}
