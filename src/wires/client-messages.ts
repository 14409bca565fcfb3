import * as z from 'zod'
import { isRecord } from '../core/json.ts'
import { Messages } from './message.ts'

/**
 * A conversation as the AI SDK and Mastra's client send it: a text, one message or a list; with
 * `parts` or a list as `content`; with calls and results in the formats of AI SDK 4 to 6.
 */
export const ClientMessages = z
  .unknown()
  .transform(toMessages)
  .pipe(Messages)
  .meta({
    description: 'A text, one message, or the conversation, oldest first.',
    anyOf: [
      { type: 'string' },
      { type: 'object' },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
    ],
  })

function toMessages(messages: unknown): unknown {
  if (typeof messages === 'string') return [{ role: 'user', content: messages }]
  if (isRecord(messages)) return toMessages([messages])
  if (!Array.isArray(messages)) return messages
  const knownCalls = new Set<string>()
  return messages.flatMap((message) => splitMessage(message, knownCalls))
}

/** One message may be several for a model: text and calls, their results, more text and calls. */
function splitMessage(message: unknown, knownCalls: Set<string>): unknown[] {
  if (typeof message === 'string') return [{ role: 'user', content: message }]
  if (!isRecord(message)) return [message]
  const parts = partsOf(message)
  const ids = callIds(message)
  if (!parts || ids.length > 0 || 'toolCallId' in message || 'tool_call_id' in message) {
    for (const id of ids) knownCalls.add(id)
    return [message]
  }
  const { role } = message
  const isOfUser = role !== 'assistant' && role !== 'tool'
  return isOfUser ? [{ role, content: parts }] : splitParts(parts, knownCalls)
}

/** A text after a call starts another message. Results are put behind their calls later. */
function splitParts(parts: readonly unknown[], knownCalls: Set<string>): unknown[] {
  const messages: object[] = []
  let texts: unknown[] = []
  let toolCalls: unknown[] = []

  function start() {
    texts = []
    toolCalls = []
    messages.push({ role: 'assistant', content: texts, toolCalls })
  }

  start()
  for (const part of parts.filter(isRecord)) {
    if (toolCalls.length > 0 && (part.type === 'text' || part.type === 'step-start')) start()
    if (part.type === 'text') texts.push(part)
    const use = toolUse(part)
    if (!use) continue
    const { toolCallId, toolName, input, output, isError } = use
    // A result may come without its call, but it has all that the call needs.
    if (part.type !== 'tool-result' || !knownCalls.has(toolCallId)) {
      knownCalls.add(toolCallId)
      toolCalls.push({ id: toolCallId, function: { name: toolName, arguments: input } })
    }
    if (output !== undefined) messages.push({ role: 'tool', toolCallId, content: output, isError })
  }
  return messages
}

/** Messages that Mastra has stored have `content.parts`. */
function partsOf({ parts, content }: Record<string, unknown>): unknown[] | undefined {
  if (Array.isArray(parts) && (parts.length > 0 || typeof content !== 'string')) return parts
  if (Array.isArray(content)) return content
  return isRecord(content) && Array.isArray(content.parts) ? content.parts : undefined
}

function callIds({ toolCalls, tool_calls }: Record<string, unknown>): string[] {
  const calls = toolCalls ?? tool_calls
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call) => (isRecord(call) && typeof call.id === 'string' ? [call.id] : []))
}

interface ToolUse {
  toolCallId: string
  toolName: string
  input: unknown
  /** Its text; undefined if there is none yet. */
  output: string | undefined
  /** Whether the output says why the tool failed. */
  isError: boolean
}

/** Reads a part that is a call, a result or both, in any of the formats. */
function toolUse(part: Record<string, unknown>): ToolUse | undefined {
  if (part.type === 'tool-invocation' && isRecord(part.toolInvocation)) {
    return toolUse({ ...part.toolInvocation, type: 'dynamic-tool' })
  }
  const { type } = part
  const toolCallId = typeof part.toolCallId === 'number' ? `${part.toolCallId}` : part.toolCallId
  const toolName = part.toolName ?? nameInType(type)
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  const output = type === 'tool-result' ? modelOutput(part) : uiOutput(part)
  const { errorText, isError, is_error } = part
  const hasFailed =
    Boolean(errorText) || isError === true || is_error === true || isErrorOutput(part.output)
  const input = part.input ?? part.args
  return {
    toolCallId,
    toolName,
    input,
    output: typeof output === 'string' ? output : JSON.stringify(output),
    isError: hasFailed,
  }
}

/** The name of a tool in the type of a UI message's part: `tool-showBanner`. */
function nameInType(type: unknown): string | undefined {
  if (typeof type !== 'string' || type === 'tool-call' || type === 'tool-result') return undefined
  return /^tool-(.+)$/s.exec(type)?.[1]
}

function uiOutput({ state, errorText, output, result }: Record<string, unknown>): unknown {
  return errorText ?? output ?? result ?? (state === 'output-available' ? null : undefined)
}

/** The output of a model message, which may have a type: `{type: 'json', value}`. */
function modelOutput({ output, result }: Record<string, unknown>): unknown {
  const given = output ?? result ?? ''
  return output === given && isRecord(given) && 'value' in given ? given.value : given
}

/** Of a model message: `{type: 'error-text', value}`. */
function isErrorOutput(output: unknown): boolean {
  return isRecord(output) && (output.type === 'error-text' || output.type === 'error-json')
}
