import type { ToolCall } from '../chat-ui/tool-step.tsx'
import type { StreamEvent } from './stream-event.ts'

export interface Question {
  id: string
  author: 'user'
  text: string
}

/** The agent's text and tool calls, in order. */
export interface Answer {
  id: string
  author: 'agent'
  parts: readonly Part[]
  state: 'streaming' | 'complete' | 'stopped' | 'failed'
  /** Why it failed, as a message for the user. */
  issue?: string | undefined
}

export type ChatMessage = Question | Answer

type Part = { type: 'text'; text: string } | { type: 'call'; call: ToolCall }

/** The answer after another event of its stream. */
export function applyStreamEvent(answer: Answer, event: StreamEvent): Answer {
  switch (event.type) {
    case 'text_delta':
      return { ...answer, parts: appendText(answer.parts, event.content) }
    case 'tool_call_start': {
      const { toolCallId, toolName } = event
      const call: ToolCall = { toolCallId, toolName, state: 'running' }
      return { ...answer, parts: [...answer.parts, { type: 'call', call }] }
    }
    case 'tool_call_args':
      return updateCall(answer, event.toolCallId, { args: event.args })
    case 'tool_result':
      return updateCall(answer, event.toolCallId, {
        result: event.result,
        state: isToolError(event.result) ? 'failed' : 'done',
      })
    case 'done':
      return endAnswer(answer, 'complete')
    case 'error':
      return endAnswer(withoutRepeated(answer, event.message), 'failed', event.message)
    default:
      return answer
  }
}

/** Without a text that tells the error: for chats that only show text, the service adds one. */
function withoutRepeated(answer: Answer, message: string): Answer {
  const isRepeated = (part: Part) => part.type === 'text' && part.text.endsWith(message)
  return { ...answer, parts: answer.parts.filter((part) => !isRepeated(part)) }
}

/** Ends an answer, and the tool calls that are still running. */
export function endAnswer(answer: Answer, state: Answer['state'], issue?: string): Answer {
  const parts = answer.parts.map((part): Part => {
    if (part.type !== 'call' || part.call.state !== 'running') return part
    // A complete answer has no result for tools that run elsewhere.
    return {
      type: 'call',
      call: { ...part.call, state: state === 'complete' ? 'done' : 'stopped' },
    }
  })
  return { ...answer, parts, state, issue }
}

export function textOf({ parts }: Answer): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n\n')
    .trim()
}

export function callOf({ parts }: Answer, toolCallId: string): ToolCall | undefined {
  const part = parts.findLast((part) => part.type === 'call' && part.call.toolCallId === toolCallId)
  return part?.type === 'call' ? part.call : undefined
}

function appendText(parts: readonly Part[], content: string): readonly Part[] {
  const last = parts.at(-1)
  if (last?.type !== 'text') return [...parts, { type: 'text', text: content }]
  return [...parts.slice(0, -1), { type: 'text', text: last.text + content }]
}

function updateCall(answer: Answer, toolCallId: string, changes: Partial<ToolCall>): Answer {
  const call = callOf(answer, toolCallId)
  if (!call) return answer
  const parts = answer.parts.map((part): Part => {
    return part.type === 'call' && part.call === call
      ? { type: 'call', call: { ...call, ...changes } }
      : part
  })
  return { ...answer, parts }
}

/** The result of a tool that failed is an error with a code. */
function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'error' in result && 'code' in result
}
