import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { type Reply, reply } from './reply.ts'
import { finishReason, streamParts } from './stream-parts.ts'
import { usageOf } from './usage.ts'

interface EmbeddedModelNeeds {
  now(): Date
  defaultTimezone: string
}

/**
 * A language model of rules: it understands questions about launches, calls the tools it is
 * offered, and writes their answers out in words. The AI SDK drives it like any hosted model.
 */
export function embeddedModel({ now, defaultTimezone }: EmbeddedModelNeeds): LanguageModelV3 {
  function write(options: LanguageModelV3CallOptions) {
    options.abortSignal?.throwIfAborted()
    const written = reply(options, { now: now(), defaultTimezone })
    return { ...written, usage: usageOf(options.prompt, written) }
  }

  return {
    specificationVersion: 'v3',
    provider: 'launchboard',
    modelId: 'embedded',
    supportedUrls: {},

    async doGenerate(options) {
      const { usage, ...written } = write(options)
      return {
        content: contentOf(written),
        finishReason: finishReason(written),
        usage,
        warnings: [],
      }
    },

    async doStream(options) {
      const parts = streamParts(write(options))
      return { stream: pulled(parts, options.abortSignal) }
    },
  }
}

function contentOf({ text, calls }: Reply) {
  const texts = text === '' ? [] : [{ type: 'text' as const, text }]
  const toolCalls = calls.map(({ toolName, input }) => ({
    type: 'tool-call' as const,
    toolCallId: crypto.randomUUID(),
    toolName,
    input: JSON.stringify(input),
  }))
  return [...texts, ...toolCalls]
}

/** One part a pull, so that a slow reader slows the model and an abort ends it between two. */
function pulled<Part>(parts: Iterator<Part>, signal?: AbortSignal): ReadableStream<Part> {
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted) return controller.error(signal.reason)
      const { done, value } = parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
