import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { says } from './scripted-model.ts'
import { turnUntil } from './turns.ts'

/** A model that says its words in its first call, part by part, as a test lets it. */
export function pacedModel() {
  const parts = says('one two three four')
  const streams: ReadableStreamDefaultController<LanguageModelV3StreamPart>[] = []
  const signals: (AbortSignal | undefined)[] = []
  let said = 0
  const model = new MockLanguageModelV3({
    doStream: async ({ abortSignal }) => {
      signals.push(abortSignal)
      const stream = new ReadableStream({
        start(controller) {
          streams.push(controller)
        },
      })
      return { stream }
    },
  })
  return {
    model,
    isAborted: () => signals.at(-1)?.aborted,
    async say(count = parts.length) {
      await turnUntil(() => streams.length > 0)
      for (const part of parts.slice(said, said + count)) streams[0]?.enqueue(part)
      said += count
      if (said >= parts.length) streams[0]?.close()
    },
  }
}
