import * as z from 'zod'
import type { messages } from '../../storage/schema.ts'

const Call = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  displayName: z.string().optional(),
  executionText: z.string().optional(),
  input: z.record(z.string(), z.unknown()).nullable().describe('null if there is a fault.'),
  rawInput: z.string().optional().describe('Only with a fault: the input as it was sent.'),
  fault: z
    .string()
    .nullable()
    .describe('Why the call cannot be run: no-arguments, invalid-arguments or never-ended.'),
  isUnclosed: z.literal(true).optional(),
  isOmitted: z.literal(true).optional().describe('The input was too large to store: it is null.'),
})

const Result = z.object({
  toolCallId: z.string(),
  toolName: z.string().optional(),
  result: z.unknown(),
  isOmitted: z.literal(true).optional(),
})

const Failure = z.object({
  code: z.string(),
  message: z.string().describe('For the user who waits for the answer.'),
  detail: z
    .string()
    .optional()
    .describe('For the maintainer of the agent: only returned to an API key without `onBehalfOf`.'),
})

/** The parts of an agent's answer besides its text. */
export const PlatformAnswer = z.object({
  status: z.enum(['finished', 'failed']),
  replyTo: z.string().describe('The id of the message that is answered.'),
  failure: Failure.optional(),
  toolCalls: z.array(Call),
  toolResults: z.array(Result),
})

export type PlatformAnswer = z.output<typeof PlatformAnswer>
export type StoredCall = z.output<typeof Call>
export type AnswerFailure = z.output<typeof Failure>

/** The answer in the data of a message; undefined if it is not the answer of an agent. */
export function readAnswer(data: Readonly<Record<string, unknown>>): PlatformAnswer | undefined {
  return PlatformAnswer.safeParse(data.answer).data
}

/** The data of a message as the API returns it. The detail of a failure is for servers. */
export function shownData(data: Readonly<Record<string, unknown>>, isServer: boolean) {
  const { answer: _, ...others } = data
  const answer = readAnswer(data)
  if (!answer) return others
  const { failure, ...rest } = answer
  const { detail, ...forUsers } = failure ?? {}
  const shown = isServer ? failure : forUsers
  return { ...others, answer: { ...rest, ...(failure && { failure: shown }) } }
}

/** The type of a custom message with the result of an action, which is sent to its own path. */
export const TOOL_RESULT = 'tool-result'

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
export function readToolResult({
  category,
  type,
  data,
}: Pick<typeof messages.$inferSelect, 'category' | 'type' | 'data'>): ToolResultData | undefined {
  if (category !== 'custom' || type !== TOOL_RESULT) return undefined
  return ToolResult.safeParse(data).data?.customData
}
