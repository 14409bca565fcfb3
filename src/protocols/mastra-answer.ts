import type { CollectedRun } from '../agent/collect-run.ts'

/** The answer of `generate`, with everything that Mastra's client reads. */
export function mastraAnswer(run: CollectedRun) {
  const { text, toolResults, pendingToolCalls, finishReason, usage } = run
  const done = toolResults.map(({ toolCallId, toolName, input, output }) => {
    return { toolCallId, toolName, args: input, result: output }
  })
  const pending = pendingToolCalls.map(({ toolCallId, toolName, input }) => {
    return { toolCallId, toolName, args: input }
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

/** The messages of this run, which the client sends along with its next request. */
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
