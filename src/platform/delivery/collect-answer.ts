import type { DeliveryEvent, Failed, ToolCall, ToolResult } from './delivery-event.ts'

/** An answer as it stands once nothing more comes, or as far as it came. */
export interface CollectedAnswer {
  text: string
  toolCalls: readonly ToolCall[]
  toolResults: readonly ToolResult[]
  failure: Failed | undefined
}

/** Puts a run's events together. */
export function collectAnswer() {
  const pieces: string[] = []
  const toolCalls: ToolCall[] = []
  const toolResults: ToolResult[] = []
  let failure: Failed | undefined

  return {
    take(event: DeliveryEvent) {
      if (event.type === 'text-delta') pieces.push(event.delta)
      else if (event.type === 'tool-call') toolCalls.push(event)
      else if (event.type === 'tool-result') toolResults.push(event)
      else if (event.type === 'failed') failure = event
    },
    hasText: () => pieces.length > 0,
    answer: (): CollectedAnswer => ({ text: pieces.join(''), toolCalls, toolResults, failure }),
  }
}
