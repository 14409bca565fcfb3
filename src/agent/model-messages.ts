import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { AppError } from '../error.ts'
import { parseJson } from '../json-limits.ts'
import type { Message } from './message.ts'

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
    if (role === 'activity' || role === 'reasoning' || content.trim() === '') return []
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
        input: parseJson(input).value ?? {},
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
