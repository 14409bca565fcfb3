import fc from 'fast-check'
import type { RunEvent, ToolCall } from '../../src/core/run.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((delta) => ({ type: 'text-delta' as const, delta }))

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)))

interface Called {
  type: 'call'
  toolName: string
  input: Record<string, unknown>
  result: unknown
  hasResult: boolean
  hasPieces: boolean
}

const call = fc.record<Called>({
  type: fc.constant('call'),
  toolName: fc.stringMatching(/^[a-z]{1,12}$/),
  input: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), json, { maxKeys: 4 }),
  result: fc.oneof(fc.record({ value: json }), fc.array(json, { maxLength: 3 })),
  hasResult: fc.boolean(),
  hasPieces: fc.boolean(),
})

function callEvents({ toolName, input, result, hasResult, hasPieces }: Called, at: number) {
  const toolCallId = `call-${at}`
  const owner = hasResult ? {} : { isFrontend: true as const }
  const text = JSON.stringify(input)
  const pieces = hasPieces ? [text.slice(0, 2), text.slice(2)].filter((piece) => piece !== '') : []
  const events: RunEvent[] = [
    { type: 'tool-call-start', toolCallId, toolName, ...owner },
    ...pieces.map((delta): RunEvent => ({ type: 'tool-call-delta', toolCallId, delta })),
    { type: 'tool-call', toolCallId, toolName, input, ...owner },
  ]
  return hasResult
    ? [...events, { type: 'tool-result', toolCallId, toolName, result } as const]
    : events
}

/** Runs as the agent and other agents have them, in their order. */
export const run = fc
  .record({
    parts: fc.array(fc.oneof(text, call), { maxLength: 8 }),
    error: fc.option(fc.string({ minLength: 1 }), { freq: 5 }),
  })
  .map(({ parts, error }): RunEvent[] => {
    const pendingToolCalls: ToolCall[] = []
    let hasText = false
    const events = parts.flatMap((part, at): RunEvent[] => {
      if (part.type === 'text-delta') {
        // Texts before and after a call are paragraphs.
        const isParagraph = hasText && parts[at - 1]?.type === 'call'
        hasText = true
        return [{ ...part, delta: isParagraph ? `\n\n${part.delta}` : part.delta }]
      }
      const { toolName, input, hasResult } = part
      if (!hasResult) pendingToolCalls.push({ toolCallId: `call-${at}`, toolName, input })
      return callEvents(part, at)
    })
    const finishReason = pendingToolCalls.length > 0 ? 'tool-calls' : 'stop'
    const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 }
    const end: RunEvent = error
      ? { type: 'run-error', code: 'internal', message: error }
      : { type: 'run-end', finishReason, usage, pendingToolCalls }
    return [{ type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' }, ...events, end]
  })
