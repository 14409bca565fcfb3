import { AppError, knownCode } from './error.ts'
import { NO_USAGE, type RunEvent, type ToolCall, type Usage } from './run.ts'

export interface CollectedRun {
  text: string
  /** The calls that ran here. */
  toolResults: (ToolCall & { result: unknown })[]
  /** Calls of frontend tools, whose results the caller sends with the next run. */
  pendingToolCalls: readonly ToolCall[]
  finishReason: string
  usage: Usage
  suggestions?: readonly string[] | undefined
}

/**
 * A whole run as one value, for callers that do not stream.
 *
 * @throws AppError if the run failed, or ended early because its reader left
 */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const calls = new Map<string, ToolCall>()
  const toolResults: CollectedRun['toolResults'] = []
  let text = ''
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.delta
    if (event.type === 'tool-call') {
      const { toolCallId, toolName, input } = event
      calls.set(toolCallId, { toolCallId, toolName, input })
    }
    if (event.type === 'tool-result') {
      const call = calls.get(event.toolCallId)
      if (call) toolResults.push({ ...call, result: event.result })
    }
    if (event.type === 'run-error') {
      const { code, message, retryAfterMs } = event
      throw new AppError(knownCode(code), message, { retryAfterMs })
    }
    if (event.type === 'run-end') {
      const { finishReason, usage = NO_USAGE, pendingToolCalls, suggestions } = event
      return { text, toolResults, pendingToolCalls, finishReason, usage, suggestions }
    }
  }
  throw new AppError('cancelled', 'The caller left before the answer.')
}
