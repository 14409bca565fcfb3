import * as z from 'zod'
import { type MessageRow, TOOL_RESULT } from '../message/message.ts'

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

/** What a message hands back; nothing where it is no such message. */
export function readToolResult({ category, type, data }: MessageRow): ToolResultData | undefined {
  if (category !== 'custom' || type !== TOOL_RESULT) return undefined
  return ToolResult.safeParse(data).data?.customData
}
