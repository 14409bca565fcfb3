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
    const call = find(event.callId) ?? begin(event.callId)
    call.isOver = isLast(event)
    if (call !== waiting[0]) return call.events.push(event)
    yield event
    if (call.isOver) yield* next()
  }

  function find(id: string) {
    return waiting.find(({ callId }) => callId === id)
  }

  function begin(callId: string): Waiting {
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

  return {
    /** Keeps a place for a call that has yet to begin. */
    expect(callId: string) {
      begin(callId)
    },

    *inOrder(event: RunEvent): Generator<RunEvent> {
      if ('callId' in event) yield* inTurn(event)
      else yield event
    },

    /** No more comes of this call, if anything ever did. */
    *giveUp(callId: string): Generator<RunEvent> {
      const call = find(callId)
      if (!call) return
      call.isOver = true
      if (call === waiting[0]) yield* next()
    },
  }
}

/** A frontend tool answers with the next run: its call is over when its input is complete. */
function isLast({ type }: CallEvent) {
  return type === 'tool-result' || type === 'frontend-call-end'
}
