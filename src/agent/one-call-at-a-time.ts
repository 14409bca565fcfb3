import type { FrontendCall, RunEvent, ToolCall, ToolResult } from './run-event.ts'

type CallEvent = ToolCall | ToolResult | FrontendCall

interface Waiting {
  callId: string
  events: CallEvent[]
  isOver: boolean
}

/**
 * Puts the calls of a step behind one another: a call waits until the one before it is over.
 * Tools run side by side, but chat clients keep the state of a single call.
 */
export function oneCallAtATime() {
  const waiting: Waiting[] = []

  function* inTurn(event: CallEvent): Generator<RunEvent> {
    const call = waiting.find(({ callId }) => callId === event.callId) ?? begin(event)
    call.isOver = isLast(event)
    if (call !== waiting[0]) return call.events.push(event)
    yield event
    if (call.isOver) yield* next()
  }

  function begin({ callId }: CallEvent): Waiting {
    const call = { callId, events: [], isOver: false }
    waiting.push(call)
    return call
  }

  function* next(): Generator<RunEvent> {
    do {
      waiting.shift()
      yield* waiting[0]?.events ?? []
    } while (waiting[0]?.isOver)
  }

  return function* order(event: RunEvent): Generator<RunEvent> {
    if ('callId' in event) yield* inTurn(event)
    else yield event
  }
}

/** A frontend tool answers with the next run: its call is over when its input is complete. */
function isLast({ type }: CallEvent) {
  return type === 'tool-result' || type === 'frontend-call-end'
}
