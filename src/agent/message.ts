import * as z from 'zod'
import { asRecord, jsonLimitIssue, tryParseJson } from '../core/json.ts'
import type { ToolCall } from './run-event.ts'

const MAX_MESSAGES = 1000
export const MAX_CHARACTERS = 500_000
const MAX_TOOL_CALLS = 128

const ROLES = [
  ...(['user', 'assistant', 'system', 'developer', 'tool', 'activity', 'reasoning'] as const),
]

/** Text, or parts of which only text is read. Any other object is for people and has no text. */
const Content = z
  .unknown()
  .refine(isContent, { error: 'must be text, or a list of parts', abort: true })
  .transform(textOf)
  .nullish()

/** Some platforms count their calls. */
const CallId = z.preprocess((id) => (typeof id === 'number' ? String(id) : id), z.string())

/** JSON as text or, from some platforms, as it is. */
const Arguments = z.preprocess(
  (input) => (typeof input === 'string' ? input : JSON.stringify(input ?? {})),
  z.string().superRefine((text, context) => {
    const message = jsonLimitIssue(text)
    if (message) context.addIssue({ code: 'custom', message })
  }),
)

/** A call as AG-UI and OpenAI write it. Hosts only accept an object as its input. */
const WireToolCall = z
  .object({
    id: CallId,
    function: z.object({ name: z.string(), arguments: Arguments.optional() }),
  })
  .transform(({ id: toolCallId, function: { name: toolName, arguments: json = '{}' } }) => {
    return { toolCallId, toolName, input: asRecord(tryParseJson(json)) }
  })

const ToolCalls = z
  .array(WireToolCall)
  .max(MAX_TOOL_CALLS, `may have at most ${MAX_TOOL_CALLS} items`)
  .nullish()

/**
 * One message as chat platforms send it. Tool calls and results may have the field names of AG-UI
 * (`toolCalls`, `toolCallId`) or of OpenAI (`tool_calls`, `tool_call_id`). Messages with the role
 * `activity` or `reasoning` are for people, not for a model.
 */
export const Message = z
  .object({
    role: z.enum(ROLES),
    content: Content,
    toolCalls: ToolCalls,
    tool_calls: ToolCalls,
    toolCallId: CallId.nullish(),
    tool_call_id: CallId.nullish(),
    error: z.string().nullish().describe('Why a tool has no result.'),
  })
  .transform(({ role, content, ...message }) => ({
    role,
    content: content || message.error || '',
    toolCalls: message.toolCalls ?? message.tool_calls ?? [],
    toolCallId: message.toolCallId ?? message.tool_call_id ?? undefined,
  }))
  .meta({
    id: 'Message',
    type: 'object',
    required: ['role'],
    properties: {
      role: { type: 'string', enum: ROLES },
      content: {
        description: 'Text, or a list of parts. Only text parts are read.',
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
      },
    },
  })

export type Message = z.infer<typeof Message>

/** What was said before, oldest first, within the limits for a model. */
export const History = z
  .array(Message)
  .max(MAX_MESSAGES, `may have at most ${MAX_MESSAGES} items`)
  .refine(isShort, `may have at most ${MAX_CHARACTERS} characters in total`)

/** A whole conversation, oldest first. */
export const Messages = History.refine(hasContent, {
  error: 'must contain something to answer',
  abort: true,
})

/** Whether a conversation has at most `MAX_CHARACTERS`, inputs of tool calls included. */
export function isShort(messages: readonly Message[]): boolean {
  let characters = 0
  for (const { content, toolCalls } of messages) {
    characters += content.length
    for (const { input } of toolCalls) characters += JSON.stringify(input).length
  }
  return characters <= MAX_CHARACTERS
}

/** Whether there is a text for a model, or the result of a call. */
function hasContent(messages: readonly Message[]): boolean {
  const called = new Set(messages.flatMap((message) => message.toolCalls.map(callId)))
  return messages.some(({ role, content, toolCallId = '' }) => {
    if (role === 'tool') return called.has(toolCallId)
    return role !== 'activity' && role !== 'reasoning' && content.trim() !== ''
  })
}

function callId({ toolCallId }: ToolCall) {
  return toolCallId
}

function isContent(content: unknown) {
  return typeof content === 'string' || typeof content === 'object'
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(textIn)
    .filter((text) => text !== '')
    .join('\n')
}

// Without a schema, which would take longer than everything else.
function textIn(part: unknown): string {
  if (typeof part !== 'object' || part === null) return ''
  const isText = 'type' in part && part.type === 'text' && 'text' in part
  return isText && typeof part.text === 'string' ? part.text : ''
}
