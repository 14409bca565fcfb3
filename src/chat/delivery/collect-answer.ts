import { utf8Length } from '../field.ts'
import type { DeliveryEvent, Failed, ToolCall, ToolResult } from './delivery-event.ts'

/**
 * Of calls and results in one answer. Beyond it, only their ids and names are kept, whose number
 * and length have their own limits.
 */
const MAX_KEPT_BYTES = 512 * 1024
const MAX_KEPT_VALUES = 10_000

interface Kept {
  /** The input or output was too large to keep. */
  isOmitted?: true
}

/** An answer, as far as it has arrived. */
export interface CollectedAnswer {
  text: string
  toolCalls: readonly (ToolCall & Kept)[]
  toolResults: readonly (ToolResult & Kept)[]
  failure: Failed | undefined
}

/** Collects the events of a run, within the limits of one answer. */
export function collectAnswer() {
  const deltas: string[] = []
  const toolCalls: (ToolCall & Kept)[] = []
  const toolResults: (ToolResult & Kept)[] = []
  let failure: Failed | undefined
  let bytesLeft = MAX_KEPT_BYTES
  let valuesLeft = MAX_KEPT_VALUES

  function fits(event: ToolCall | ToolResult) {
    // An event may be large, and there may be many: this is done once, and stops early.
    const json = JSON.stringify(event)
    if (json.length > bytesLeft) return false
    const bytes = utf8Length(json)
    const values = json.split(/[,[{]/).length
    if (bytes > bytesLeft || values > valuesLeft) return false
    bytesLeft -= bytes
    valuesLeft -= values
    return true
  }

  return {
    take(event: DeliveryEvent) {
      if (event.type === 'text-delta') deltas.push(event.delta)
      else if (event.type === 'tool-call') toolCalls.push(fits(event) ? event : bareCall(event))
      else if (event.type === 'tool-result') {
        toolResults.push(fits(event) ? event : { ...event, output: null, isOmitted: true })
      } else if (event.type === 'failed') failure = event
    },
    hasText: () => deltas.length > 0,
    answer: (): CollectedAnswer => ({ text: deltas.join(''), toolCalls, toolResults, failure }),
  }
}

function bareCall({ type, toolCallId, toolName, fault }: ToolCall): ToolCall & Kept {
  return { type, toolCallId, toolName, input: null, rawInput: '', fault, isOmitted: true }
}
