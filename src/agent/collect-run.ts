import { AppError } from '../core/error.ts'
import type { RunEvent } from './run-event.ts'
import type { Usage } from './usage.ts'

export interface CollectedRun {
  text: string
  calls: { callId: string; toolName: string; input: unknown; output: unknown }[]
  /** Calls of frontend tools, which the caller is to answer with the next run. */
  pendingCalls: PendingCall[]
  finishReason: string
  usage: Usage
}

interface PendingCall {
  callId: string
  toolName: string
  input: unknown
}

/**
 * A whole run as one value, for callers that do not stream.
 *
 * @throws AppError when the run failed, or was cut short because its reader left.
 */
export async function collectRun(events: AsyncIterable<RunEvent>): Promise<CollectedRun> {
  const inputs = new Map<string, unknown>()
  const calls: CollectedRun['calls'] = []
  const frontendCalls = new Map<string, PendingCall>()
  let text = ''

  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        text += event.delta
        break
      case 'tool-call':
        inputs.set(event.callId, event.input)
        break
      case 'frontend-call-end': {
        const { callId, toolName, input } = event
        inputs.set(callId, input)
        frontendCalls.set(callId, { callId, toolName, input })
        break
      }
      case 'tool-result': {
        const { callId, toolName, output } = event
        calls.push({ callId, toolName, input: inputs.get(callId), output })
        break
      }
      case 'run-error':
        throw new AppError(event.code, event.message, { retryAfterMs: event.retryAfterMs })
      case 'run-end': {
        const { finishReason, usage, pendingCallIds } = event
        const pendingCalls = pendingCallIds.flatMap((id) => frontendCalls.get(id) ?? [])
        return { text, calls, pendingCalls, finishReason, usage }
      }
    }
  }
  throw new AppError('cancelled', 'The caller left before the answer.')
}
