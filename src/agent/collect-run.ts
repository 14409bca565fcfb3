import { AppError } from '../error.ts'
import type { RunEvent } from './run-event.ts'
import type { Usage } from './usage.ts'

export interface CollectedRun {
  text: string
  calls: { callId: string; toolName: string; input: unknown; output: unknown }[]
  finishReason: string
  usage: Usage
}

/**
 * A whole run as one value, for callers that do not stream.
 *
 * @throws AppError when the run failed, or was cut short because its reader left.
 */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const inputs = new Map<string, unknown>()
  const calls: CollectedRun['calls'] = []
  let text = ''

  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        text += event.delta
        break
      case 'tool-call':
        inputs.set(event.callId, event.input)
        break
      case 'tool-result': {
        const { callId, toolName, output } = event
        calls.push({ callId, toolName, input: inputs.get(callId), output })
        break
      }
      case 'run-error':
        throw new AppError(event.code, event.message, { retryAfterMs: event.retryAfterMs })
      case 'run-end':
        return { text, calls, finishReason: event.finishReason, usage: event.usage }
    }
  }
  throw new AppError('cancelled', 'The caller left before the answer.')
}
