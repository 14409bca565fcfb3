import { byteLength } from '../field.ts'
import type { DeliveryEvent, Failed, ToolCall, ToolResult } from './delivery-event.ts'

/**
 * How much of calls and results is kept in one answer. What is beyond is kept by its id and its name
 * alone, which have limits of their own, in number and in length.
 */
const MAX_KEPT_BYTES = 512 * 1024

interface Kept {
  /** Its arguments, or the result, were too much to be kept. */
  isOmitted?: true
}

/** An answer as it stands once nothing more comes, or as far as it came. */
export interface CollectedAnswer {
  text: string
  toolCalls: readonly (ToolCall & Kept)[]
  toolResults: readonly (ToolResult & Kept)[]
  failure: Failed | undefined
}

/** Puts a run's events together, and holds no more of them than one answer may have. */
export function collectAnswer() {
  const pieces: string[] = []
  const toolCalls: (ToolCall & Kept)[] = []
  const toolResults: (ToolResult & Kept)[] = []
  let failure: Failed | undefined
  let room = MAX_KEPT_BYTES

  function fits(event: ToolCall | ToolResult) {
    const bytes = byteLength(event)
    if (bytes > room) return false
    room -= bytes
    return true
  }

  return {
    take(event: DeliveryEvent) {
      if (event.type === 'text-delta') pieces.push(event.delta)
      else if (event.type === 'tool-call') toolCalls.push(fits(event) ? event : bareCall(event))
      else if (event.type === 'tool-result') {
        toolResults.push(fits(event) ? event : { ...event, result: null, isOmitted: true })
      } else if (event.type === 'failed') failure = event
    },
    hasText: () => pieces.length > 0,
    answer: (): CollectedAnswer => ({ text: pieces.join(''), toolCalls, toolResults, failure }),
  }
}

function bareCall({ type, toolCallId, name, fault }: ToolCall): ToolCall & Kept {
  return { type, toolCallId, name, args: null, rawArgs: '', fault, isOmitted: true }
}
