import type { RunEvent, ToolCall, ToolResult } from './run-event.ts'

/**
 * Puts the calls of a step behind one another: a call waits until the one before it has its
 * result. Tools run side by side, but chat clients keep the state of a single call.
 */
export function oneCallAtATime() {
  const waiting: ToolCall[] = []
  const results = new Map<string, ToolResult>()

  function* settled(): Generator<RunEvent> {
    for (let call = waiting[0]; call; call = waiting[0]) {
      const result = results.get(call.callId)
      if (!result) return
      yield result
      results.delete(call.callId)
      waiting.shift()
      if (waiting[0]) yield waiting[0]
    }
  }

  return function* order(event: RunEvent): Generator<RunEvent> {
    if (event.type === 'tool-call') {
      if (waiting.push(event) === 1) yield event
    } else if (event.type === 'tool-result') {
      results.set(event.callId, event)
      yield* settled()
    } else {
      yield event
    }
  }
}
