import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import * as z from 'zod'
import { AppError } from '../error.ts'

const TextPart = z.object({ type: z.literal('text'), text: z.string() })

/** Text, or parts of which only the text is read, or nothing at all. */
const Content = z
  .union([z.string(), z.array(z.union([TextPart, z.unknown()]))])
  .nullish()
  .transform(textOf)

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

/**
 * One message as chat platforms send it. Tool calls and their results are read under the names
 * of AG-UI (`toolCalls`, `toolCallId`) and of OpenAI (`tool_calls`, `tool_call_id`).
 */
export const Message = z
  .object({
    role: z.enum(['user', 'assistant', 'system', 'developer', 'tool']),
    content: Content,
    toolCalls: z.array(ToolCall).nullish(),
    tool_calls: z.array(ToolCall).nullish(),
    toolCallId: z.string().nullish(),
    tool_call_id: z.string().nullish(),
  })
  .transform(({ role, content, ...message }) => ({
    role,
    content,
    toolCalls: message.toolCalls ?? message.tool_calls ?? [],
    toolCallId: message.toolCallId ?? message.tool_call_id ?? undefined,
  }))
  .meta({
    id: 'Message',
    type: 'object',
    required: ['role'],
    properties: {
      role: { type: 'string', enum: ['user', 'assistant', 'system', 'developer', 'tool'] },
      content: {
        description: 'Text, or parts of which the text parts are read.',
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
      },
    },
  })

export type Message = z.infer<typeof Message>

/**
 * The conversation as a model reads it. Messages without text are left out, and so are calls
 * without a result and results without a call: model providers refuse a conversation with either.
 *
 * @throws AppError `invalid-request` when that leaves nothing.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId))
  const toolNames = new Map<string, string>()

  const conversation = messages.flatMap((message): ModelMessage[] => {
    const { role, content } = message
    if (role === 'assistant') return assistantMessages(message, answered, toolNames)
    if (role === 'tool') return toolMessages(message, toolNames)
    if (content.trim() === '') return []
    return [role === 'user' ? { role, content } : { role: 'system', content }]
  })
  if (conversation.length > 0) return conversation
  throw new AppError('invalid-request', 'messages: must hold something to answer.')
}

function assistantMessages(
  { content, toolCalls }: Message,
  answered: ReadonlySet<string | undefined>,
  toolNames: Map<string, string>,
): AssistantModelMessage[] {
  const calls = toolCalls
    .filter(({ id }) => answered.has(id))
    .map(({ id, function: { name, arguments: input } }) => {
      toolNames.set(id, name)
      return {
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: jsonOr(input, {}),
      }
    })
  const text = content.trim() === '' ? [] : [{ type: 'text' as const, text: content }]
  const parts = [...text, ...calls]
  return parts.length > 0 ? [{ role: 'assistant', content: parts }] : []
}

function toolMessages(
  { content, toolCallId }: Message,
  toolNames: ReadonlyMap<string, string>,
): ToolModelMessage[] {
  const toolName = toolCallId && toolNames.get(toolCallId)
  if (!(toolCallId && toolName)) return []
  const output = { type: 'text' as const, value: content }
  return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }]
}

function textOf(content: string | readonly unknown[] | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map((part) => TextPart.safeParse(part).data?.text ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

function jsonOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
