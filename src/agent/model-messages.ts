import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { AppError } from '../error.ts'
import { parseJson } from '../json-limits.ts'
import type { Message } from './message.ts'

/** A model reads the latest calls alone: the SDK takes long over each of them. */
const MAX_CALLS = 100

/**
 * The conversation as a model reads it. Messages without text are left out, and so are calls
 * without a result and results without a call: model providers refuse a conversation with either.
 *
 * @throws AppError `invalid-request` when that leaves nothing.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const calls = openCalls(messages)

  const conversation = messages.flatMap((message): ModelMessage[] => {
    const { role, content } = message
    if (role === 'assistant') return assistantMessages(message, calls)
    if (role === 'tool') return toolMessages(message, calls)
    if (role === 'activity' || role === 'reasoning' || content.trim() === '') return []
    return [role === 'user' ? { role, content } : { role: 'system', content }]
  })
  if (conversation.length > 0) return conversation
  throw new AppError('invalid-request', 'messages: must hold something to answer.')
}

/** The calls that a model is to read of: each is made once, and answered once. */
interface Calls {
  unmade: Set<string>
  /** Names of tools by the ids of their calls. */
  unanswered: Map<string, string>
}

function openCalls(messages: readonly Message[]): Calls {
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId))
  const made = new Set(messages.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)))
  const kept = [...made].filter((id) => answered.has(id)).slice(-MAX_CALLS)
  return { unmade: new Set(kept), unanswered: new Map() }
}

function assistantMessages(
  { content, toolCalls }: Message,
  { unmade, unanswered }: Calls,
): AssistantModelMessage[] {
  const calls = toolCalls
    .filter(({ id }) => unmade.delete(id))
    .map(({ id, function: { name, arguments: input } }) => {
      unanswered.set(id, name)
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

function toolMessages({ content, toolCallId }: Message, { unanswered }: Calls): ToolModelMessage[] {
  const toolName = toolCallId && unanswered.get(toolCallId)
  if (!(toolCallId && toolName)) return []
  unanswered.delete(toolCallId)
  const output = { type: 'text' as const, value: content }
  return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }]
}
