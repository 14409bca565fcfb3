import { asRecord, tryParseJson } from '../../core/json.ts'

/** An event of `/stream`, as far as the page uses it. The API documentation describes all of them. */
export type StreamEvent =
  | { type: 'text_start'; threadId: string | undefined }
  | { type: 'text_delta'; content: string }
  | { type: 'tool_call_start'; toolCallId: string; toolName: string }
  | { type: 'tool_call_args'; toolCallId: string; args: unknown }
  | { type: 'tool_call_end'; toolCallId: string }
  | { type: 'tool_result'; toolCallId: string; result: unknown }
  | { type: 'done' }
  | { type: 'error'; message: string }

/** Parses a line. Undefined for anything unknown: newer services may send other events. */
export function parseStreamEvent(line: string): StreamEvent | undefined {
  const event = asRecord(tryParseJson(line))
  const toolCallId = textOf(event.tool_call_id)
  switch (event.type) {
    case 'text_start':
      return { type: event.type, threadId: textOf(event.thread_id) }
    case 'text_delta':
      return { type: event.type, content: textOf(event.content) ?? '' }
    case 'done':
      return { type: event.type }
    case 'error':
      return { type: event.type, message: textOf(event.message) || 'An error occurred' }
    default:
      return toolCallId === undefined ? undefined : toolEvent(event, toolCallId)
  }
}

function toolEvent(event: Record<string, unknown>, toolCallId: string): StreamEvent | undefined {
  switch (event.type) {
    case 'tool_call_start':
      return { type: event.type, toolCallId, toolName: textOf(event.tool_name) ?? 'Tool' }
    case 'tool_call_args':
      return { type: event.type, toolCallId, args: event.args }
    case 'tool_call_end':
      return { type: event.type, toolCallId }
    case 'tool_result':
      return { type: event.type, toolCallId, result: event.result }
    default:
      return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
