import * as z from 'zod'
import { jsonLimitIssue } from '../core/json.ts'
import { issueMessage } from '../core/validation.ts'

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

const ToolCall = z.object({
  id: z.string(),
  function: z.object({
    name: z.string(),
    arguments: z.string().superRefine((text, context) => {
      const message = jsonLimitIssue(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  }),
})

/** Stops at the first invalid call: thousands of issues would take long to describe. */
const ToolCalls = z
  .array(z.unknown())
  .max(MAX_TOOL_CALLS, `may have at most ${MAX_TOOL_CALLS} items`)
  .transform((calls, context) => {
    const read: z.output<typeof ToolCall>[] = []
    for (const [at, call] of calls.entries()) {
      const { data, error } = ToolCall.safeParse(call, { error: issueMessage })
      if (!data) {
        for (const { path, message } of error.issues) {
          context.addIssue({ code: 'custom', path: [at, ...path], message })
        }
        return z.NEVER
      }
      read.push(data)
    }
    return read
  })
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
    toolCallId: z.string().nullish(),
    tool_call_id: z.string().nullish(),
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

/** A conversation, oldest first, within the limits for a model. */
export const Messages = z
  .array(Message)
  .max(MAX_MESSAGES, `may have at most ${MAX_MESSAGES} items`)
  .refine(isShort, `may have at most ${MAX_CHARACTERS} characters in total`)

/** Whether a conversation has at most `MAX_CHARACTERS`, inputs of tool calls included. */
export function isShort(messages: readonly Message[]): boolean {
  let characters = 0
  for (const { content, toolCalls } of messages) {
    characters += content.length
    for (const call of toolCalls) characters += call.function.arguments.length
  }
  return characters <= MAX_CHARACTERS
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
