import type { CollectedRun } from '../agent/collect-run.ts'

/** A whole run as `generate` answers: for the simple route, with what Mastra's client adds. */
export function mastraAnswer({ text, calls, pendingCalls, finishReason, usage }: CollectedRun) {
  const done = calls.map(({ callId, toolName, input, output }) => {
    return { toolCallId: callId, toolName, args: input, result: output }
  })
  const pending = pendingCalls.map(({ callId, toolName, input }) => {
    return { toolCallId: callId, toolName, args: input }
  })
  const called = done.map(({ result: _, ...call }) => call)
  return {
    text,
    toolCalls: [...called, ...pending].map((call) => {
      return { ...call, type: 'tool-call' as const, payload: call }
    }),
    toolResults: done.map((result) => {
      return { ...result, type: 'tool-result' as const, payload: result }
    }),
    finishReason,
    usage,
    totalUsage: usage,
    response: { messages: responseMessages({ text, done, called, pending }) },
  }
}

interface Called {
  toolCallId: string
  toolName: string
  args: unknown
}

interface Said {
  text: string
  called: Called[]
  done: (Called & { result: unknown })[]
  pending: Called[]
}

/** What the run adds to the conversation, as the next request is to send it along. */
function responseMessages({ text, called, done, pending }: Said) {
  const texts = text === '' ? [] : [{ type: 'text', text }]
  const calls = (list: Called[]) =>
    list.map(({ args, ...call }) => ({ type: 'tool-call', ...call, args, input: args }))
  const results = done.map(({ toolCallId, toolName, result }) => {
    const output = { type: 'json', value: result }
    return { type: 'tool-result', toolCallId, toolName, result, output }
  })
  return [
    { role: 'assistant', content: calls(called) },
    { role: 'tool', content: results },
    { role: 'assistant', content: [...texts, ...calls(pending)] },
  ].filter(({ content }) => content.length > 0)
}
