import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import { type MessageRow, TOOL_RESULT } from './message.ts'

/** Answers that earlier versions stored have the names of the API. */
function withOwnNames(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { id: toolCallId, name: toolName, args: input, rawArgs: rawInput, ...own } = value
  return { toolCallId, toolName, input, rawInput, ...own }
}

const Call = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  displayName: z.string().optional(),
  executionText: z.string().optional(),
  input: z.record(z.string(), z.unknown()).nullable(),
  rawInput: z.string().optional(),
  fault: z.string().nullable(),
  isUnclosed: z.literal(true).optional(),
  isOmitted: z.literal(true).optional(),
})

const Result = z.object({
  toolCallId: z.string(),
  toolName: z.string().optional(),
  result: z.unknown(),
  isOmitted: z.literal(true).optional(),
})

const Failure = z.object({ code: z.string(), message: z.string(), detail: z.string().optional() })

/** The parts of an agent's answer that are stored besides its text. */
const Answer = z.object({
  status: z.enum(['finished', 'failed']),
  replyTo: z.string(),
  failure: Failure.optional(),
  toolCalls: z.array(z.preprocess(withOwnNames, Call)),
  toolResults: z.array(z.preprocess(withOwnNames, Result)),
})

export type Answer = z.output<typeof Answer>
export type StoredCall = z.output<typeof Call>
export type AnswerFailure = z.output<typeof Failure>

/** The answer in the data of a message; undefined if it is not the answer of an agent. */
export function readAnswer(data: Readonly<Record<string, unknown>>): Answer | undefined {
  return Answer.safeParse(data.answer).data
}

/** A result, or the begin of a call, in the names of the API. */
export function withApiName<Part extends { toolName?: string | undefined }>(part: Part) {
  const { toolName, ...rest } = part
  const name: Part['toolName'] = toolName
  return { ...rest, name }
}

/** A call in the names of the API. */
export function withApiNames<Call extends Omit<StoredCall, 'fault' | 'toolCallId'>>(call: Call) {
  const { toolName: name, input: args, rawInput: rawArgs, ...rest } = call
  return { ...rest, name, args, rawArgs }
}

interface ShownOptions {
  /** Whether it is for a server, which may see why an agent failed. */
  isServer: boolean
}

/** The data of a message as the API returns it. The detail of a failure is for maintainers. */
export function shownData(data: Readonly<Record<string, unknown>>, { isServer }: ShownOptions) {
  const { answer: _, ...others } = data
  const answer = readAnswer(data)
  if (!answer) return others
  const { failure, toolCalls, toolResults, ...rest } = answer
  const { detail, ...forUsers } = failure ?? {}
  return {
    ...others,
    answer: {
      ...rest,
      ...(failure && { failure: isServer ? failure : forUsers }),
      toolCalls: toolCalls.map(({ toolCallId: id, ...call }) => ({ id, ...withApiNames(call) })),
      toolResults: toolResults.map(withApiName),
    },
  }
}

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
