import { isRecord, tryParseJson } from '../../core/json.ts'

/** What a line of the agent's answer says; the documentation of `/stream` has them all. */
export type RunLine =
  | { type: 'text_start'; threadId: string | undefined }
  | { type: 'text_delta'; content: string }
  | { type: 'tool_call_start'; callId: string; toolName: string }
  | { type: 'tool_call_args'; callId: string; args: unknown }
  | { type: 'tool_call_end'; callId: string }
  | { type: 'tool_result'; callId: string; result: unknown }
  | { type: 'done' }
  | { type: 'error'; message: string }

/** Reads a line. What is no JSON, or none of what we know, is `undefined`: newer services say more. */
export function readRunLine(text: string): RunLine | undefined {
  const line = parsed(text)
  const callId = textOf(line.tool_call_id)
  switch (line.type) {
    case 'text_start':
      return { type: line.type, threadId: textOf(line.thread_id) }
    case 'text_delta':
      return { type: line.type, content: textOf(line.content) ?? '' }
    case 'tool_call_start':
      if (callId === undefined) return undefined
      return { type: line.type, callId, toolName: textOf(line.tool_name) ?? 'Tool' }
    case 'tool_call_args':
      return callId === undefined ? undefined : { type: line.type, callId, args: line.args }
    case 'tool_call_end':
      return callId === undefined ? undefined : { type: line.type, callId }
    case 'tool_result':
      return callId === undefined ? undefined : { type: line.type, callId, result: line.result }
    case 'done':
      return { type: line.type }
    case 'error':
      return { type: line.type, message: textOf(line.message) || 'An error occurred' }
    default:
      return undefined
  }
}

function parsed(text: string): Record<string, unknown> {
  const value = tryParseJson(text)
  return isRecord(value) ? value : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
