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
  if (role !== 'assistant' && role !== 'tool') return [{ role, content: parts }]

  const turns = createTurns(knownCalls)
  for (const part of parts) if (isRecord(part)) turns.add(part)
  return turns.all()
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

interface Turn {
  texts: { type: 'text'; text: string }[]
  toolCalls: unknown[]
  results: unknown[]
}

/** Groups parts into turns: text and calls, then their results. What follows starts another turn. */
function createTurns(knownCalls: Set<string>) {
  const turns: Turn[] = [{ texts: [], toolCalls: [], results: [] }]

  function current(): Turn {
    const last = turns.at(-1)
    if (last && last.results.length === 0) return last
    const next: Turn = { texts: [], toolCalls: [], results: [] }
    turns.push(next)
    return next
  }

  function addCall({ toolCallId, toolName, input }: ToolUse) {
    if (knownCalls.has(toolCallId)) return
    knownCalls.add(toolCallId)
    const called = { name: toolName, arguments: JSON.stringify(input ?? {}) }
    // The calls of a step belong together, even if each is followed by its result.
    const turn = turns.at(-1) ?? current()
    turn.toolCalls.push({ id: toolCallId, function: called })
  }

  return {
    add(part: Record<string, unknown>) {
      if (part.type === 'step-start') current()
      if (part.type === 'text' && typeof part.text === 'string') {
        current().texts.push({ type: 'text', text: part.text })
      }
      const use = toolUse(part)
      if (!use) return
      // A result may come without its call, but it has all that the call needs.
      addCall(use)
      if (use.output === undefined) return
      const turn = turns.at(-1) ?? current()
      turn.results.push({ role: 'tool', toolCallId: use.toolCallId, content: use.output })
    },

    all(): unknown[] {
      return turns.flatMap(({ texts, toolCalls, results }) => [
        ...(texts.length + toolCalls.length > 0
          ? [{ role: 'assistant', content: texts, toolCalls }]
          : []),
        ...results,
      ])
    },
  }
}

interface ToolUse {
  toolCallId: string
  toolName: string
  input: unknown
  /** As text; undefined if there is none yet. */
  output: string | undefined
}

/** Reads a part that is a call, a result or both, in any of the formats. */
function toolUse(part: Record<string, unknown>): ToolUse | undefined {
  if (part.type === 'tool-invocation' && isRecord(part.toolInvocation)) {
    return toolUse({ ...part.toolInvocation, type: 'dynamic-tool' })
  }
  const { type, toolCallId } = part
  const toolName = part.toolName ?? nameInType(type)
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  const output = type === 'tool-result' ? modelOutput(part) : uiOutput(part)
  return { toolCallId, toolName, input: part.input ?? part.args, output: textOf(output) }
}

/** In UI messages the type of a part contains the name of its tool: `tool-showBanner`. */
function nameInType(type: unknown): string | undefined {
  if (typeof type !== 'string' || type === 'tool-call' || type === 'tool-result') return undefined
  return /^tool-(.+)$/s.exec(type)?.[1]
}

function uiOutput({ errorText, output, result }: Record<string, unknown>): unknown {
  return errorText ?? output ?? result
}

/** In model messages an output has a type: `{type: 'json', value}`. */
function modelOutput({ output, result }: Record<string, unknown>): unknown {
  const given = output ?? result ?? ''
  return output === given && isRecord(given) && 'value' in given ? given.value : given
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
