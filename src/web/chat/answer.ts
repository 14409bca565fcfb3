import type { ToolCall } from '../conversation/tool-step.tsx'
import type { RunLine } from './run-line.ts'

export interface Question {
  id: string
  author: 'user'
  text: string
}

/** What the agent said and did, in its order. */
export interface Answer {
  id: string
  author: 'agent'
  parts: readonly Part[]
  state: 'growing' | 'complete' | 'stopped' | 'failed'
  /** What went wrong, for whoever asked. */
  issue?: string | undefined
}

export type ChatMessage = Question | Answer

type Part = { type: 'text'; text: string } | { type: 'call'; call: ToolCall }

/** The answer with what a line adds to it. */
export function withLine(answer: Answer, line: RunLine): Answer {
  switch (line.type) {
    case 'text_delta':
      return { ...answer, parts: withText(answer.parts, line.content) }
    case 'tool_call_start': {
      const call: ToolCall = { id: line.callId, name: line.toolName, state: 'running' }
      return { ...answer, parts: [...answer.parts, { type: 'call', call }] }
    }
    case 'tool_call_args':
      return withCall(answer, line.callId, { args: line.args })
    case 'tool_result':
      return withCall(answer, line.callId, {
        result: line.result,
        state: isFailure(line.result) ? 'failed' : 'done',
      })
    case 'done':
      return ended(answer, 'complete')
    case 'error':
      return ended(answer, 'failed', line.message)
    default:
      return answer
  }
}

/** What was running when it ended is shown as running no more. */
export function ended(answer: Answer, state: Answer['state'], issue?: string): Answer {
  const parts = answer.parts.map((part): Part => {
    if (part.type !== 'call' || part.call.state !== 'running') return part
    // A tool that runs elsewhere has no result here.
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

export function callOf({ parts }: Answer, callId: string): ToolCall | undefined {
  const part = parts.findLast((part) => part.type === 'call' && part.call.id === callId)
  return part?.type === 'call' ? part.call : undefined
}

function withText(parts: readonly Part[], content: string): readonly Part[] {
  const last = parts.at(-1)
  if (last?.type !== 'text') return [...parts, { type: 'text', text: content }]
  return [...parts.slice(0, -1), { type: 'text', text: last.text + content }]
}

function withCall(answer: Answer, callId: string, changes: Partial<ToolCall>): Answer {
  const call = callOf(answer, callId)
  if (!call) return answer
  const parts = answer.parts.map((part): Part => {
    return part.type === 'call' && part.call === call
      ? { type: 'call', call: { ...call, ...changes } }
      : part
  })
  return { ...answer, parts }
}

/** Tools that fail answer with what went wrong in place of a result. */
function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'error' in result && 'code' in result
}
