import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
}

type Step = LanguageModelV3StreamPart[]

/** A model that says just this, a step a call; the last step is said again and again. */
export function scriptedModel(...steps: [Step, ...Step[]]) {
  let asked = 0
  return new MockLanguageModelV3({
    doStream: async () => {
      const chunks = steps[Math.min(asked, steps.length - 1)]!
      asked += 1
      return {
        stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
      }
    },
  })
}

export function says(text: string): Step {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 'text' },
    ...[...text.matchAll(/\S+\s*/g)].map(([delta]) => ({
      type: 'text-delta' as const,
      id: 'text',
      delta,
    })),
    { type: 'text-end', id: 'text' },
    { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
  ]
}

export function calls(...wanted: [toolName: string, input: unknown][]): Step {
  return [
    { type: 'stream-start', warnings: [] },
    ...wanted.map(([toolName, input], index) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${index + 1}`,
      toolName,
      input: typeof input === 'string' ? input : JSON.stringify(input),
    })),
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
  ]
}
