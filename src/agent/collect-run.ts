import { AppError } from '../core/error.ts'
import type { RunEvent, ToolCall, Usage } from './run-event.ts'

export interface CollectedRun {
  text: string
  /** The calls that ran here. */
  toolResults: (ToolCall & { output: unknown })[]
  /** Calls of frontend tools, whose results the caller sends with the next run. */
  pendingToolCalls: ToolCall[]
  finishReason: string
  usage: Usage
}

/**
 * A whole run as one value, for callers that do not stream.
 *
 * @throws AppError if the run failed, or ended early because its reader left
 */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const inputs = new Map<string, unknown>()
  const toolResults: CollectedRun['toolResults'] = []
  const frontendCalls = new Map<string, ToolCall>()
  let text = ''

  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        text += event.delta
        break
      case 'tool-call':
        inputs.set(event.toolCallId, event.input)
        break
      case 'frontend-call-end': {
        const { toolCallId, toolName, input } = event
        inputs.set(toolCallId, input)
        frontendCalls.set(toolCallId, { toolCallId, toolName, input })
        break
      }
      case 'tool-result': {
        const { toolCallId, toolName, output } = event
        toolResults.push({ toolCallId, toolName, input: inputs.get(toolCallId), output })
        break
      }
      case 'run-error':
        throw new AppError(event.code, event.message, { retryAfterMs: event.retryAfterMs })
      case 'run-end': {
        const { finishReason, usage, pendingToolCallIds } = event
        const pendingToolCalls = pendingToolCallIds.flatMap((id) => frontendCalls.get(id) ?? [])
        return { text, toolResults, pendingToolCalls, finishReason, usage }
      }
    }
  }
  throw new AppError('cancelled', 'The caller left before the answer.')
}
