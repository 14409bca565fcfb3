import { AppError } from './error.ts'
import type { RunEvent, ToolCall, Usage } from './run.ts'

export interface CollectedRun {
  text: string
  /** The calls that ran here. */
  toolResults: (ToolCall & { output: unknown })[]
  /** Calls of frontend tools, whose results the caller sends with the next run. */
  pendingToolCalls: readonly ToolCall[]
  finishReason: string
  usage: Usage
}

/**
 * A whole run as one value, for callers that do not stream.
 *
 * @throws AppError if the run failed, or ended early because its reader left
 */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const toolResults: CollectedRun['toolResults'] = []
  let text = ''
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.delta
    if (event.type === 'tool-result') {
      const { toolCallId, toolName, input, output } = event
      toolResults.push({ toolCallId, toolName, input, output })
    }
    if (event.type === 'run-error') {
      throw new AppError(event.code, event.message, { retryAfterMs: event.retryAfterMs })
    }
    if (event.type === 'run-end') {
      const { finishReason, usage, pendingToolCalls } = event
      return { text, toolResults, pendingToolCalls, finishReason, usage }
    }
  }
  throw new AppError('cancelled', 'The caller left before the answer.')
}
