import type { ModelMessage, ToolModelMessage } from 'ai'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import type { Message } from './message.ts'

/** Older calls are left out, because the SDK takes long for each call. */
const MAX_CALLS = 100

/**
 * Tools whose output follows from their input, by name. Their calls get this output, whether the
 * conversation has a result for them or not.
 */
export type KnownResults = ReadonlyMap<string, (input: unknown) => unknown>

/**
 * The conversation in the AI SDK's format. Messages without text are left out, and so are calls
 * without a result and results without a call: model providers reject a conversation with either.
 *
 * @throws AppError `invalid-request` if nothing is left
 */
export function toModelMessages(
  messages: readonly Message[],
  knownResults: KnownResults = new Map(),
): ModelMessage[] {
  const calls = openCalls(messages, knownResults)

  const conversation = messages.flatMap((message): ModelMessage[] => {
    const { role, content } = message
    if (role === 'assistant') return assistantMessages(message, calls, knownResults)
    if (role === 'tool') return toolMessages(message, calls)
    if (role === 'activity' || role === 'reasoning' || content.trim() === '') return []
    return [role === 'user' ? { role, content } : { role: 'system', content }]
  })
  if (conversation.length > 0) return conversation
  throw new AppError('invalid-request', 'messages: must contain something to answer.')
}

/** The calls that are passed on, each once and with one result. */
interface Calls {
  unmade: Set<string>
  /** Names of tools by the ids of their calls. */
  unanswered: Map<string, string>
}

function openCalls(messages: readonly Message[], knownResults: KnownResults): Calls {
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId))
  const made = messages
    .flatMap(({ toolCalls }) => toolCalls)
    .filter((call) => answered.has(call.id) || knownResults.has(call.function.name))
    .map(({ id }) => id)
  const kept = [...new Set(made)].slice(-MAX_CALLS)
  return { unmade: new Set(kept), unanswered: new Map() }
}

function assistantMessages(
  { content, toolCalls }: Message,
  { unmade, unanswered }: Calls,
  knownResults: KnownResults,
): ModelMessage[] {
  const results: ToolModelMessage[] = []
  const calls = toolCalls
    .filter(({ id }) => unmade.delete(id))
    .map(({ id: toolCallId, function: { name: toolName, arguments: json } }) => {
      const input = parseJson(json).value ?? {}
      const resultOf = knownResults.get(toolName)
      if (resultOf) results.push(toolResult(toolCallId, toolName, JSON.stringify(resultOf(input))))
      else unanswered.set(toolCallId, toolName)
      return { type: 'tool-call' as const, toolCallId, toolName, input }
    })
  const text = content.trim() === '' ? [] : [{ type: 'text' as const, text: content }]
  const parts = [...text, ...calls]
  return parts.length > 0 ? [{ role: 'assistant', content: parts }, ...results] : []
}

function toolMessages({ content, toolCallId }: Message, { unanswered }: Calls): ToolModelMessage[] {
  const toolName = toolCallId && unanswered.get(toolCallId)
  if (!(toolCallId && toolName)) return []
  unanswered.delete(toolCallId)
  return [toolResult(toolCallId, toolName, content)]
}

function toolResult(toolCallId: string, toolName: string, value: string): ToolModelMessage {
  const output = { type: 'text' as const, value }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}
