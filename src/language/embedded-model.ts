import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import TAUGHT from '../../data/language/model.json' with { type: 'json' }
import { createModel, type Model } from './intent/model.ts'
import { type Reply, reply } from './reply.ts'
import { finishReason, streamParts } from './stream-parts.ts'
import { usageOf } from './usage.ts'

interface EmbeddedModelDeps {
  now(): Date
  defaultTimezone: string
  /** What was learned from the examples in `data/language`, unless another is given. */
  model?: Model
}

let learned: Model | undefined

/**
 * A small language model of our own. It learns from the examples in `data/language` what questions about
 * launches ask for, calls the tools it is offered, and writes their results out in words. The AI SDK
 * drives it like any hosted model.
 *
 * `reply` is the way of a message: `dialogue/understand` reads its requests (normalise, slots and intent
 * stand behind it), `choose-tool` picks the call of each, `answer` writes the results.
 */
export function embeddedModel({ now, defaultTimezone, model }: EmbeddedModelDeps): LanguageModelV3 {
  function write(options: LanguageModelV3CallOptions) {
    options.abortSignal?.throwIfAborted()
    if (!model) learned ??= createModel(TAUGHT)
    const understanding = model ?? learned ?? createModel(TAUGHT)
    const written = reply(options, { now: now(), defaultTimezone, model: understanding })
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
