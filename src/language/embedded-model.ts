import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import modelData from '../../data/language/model.json' with { type: 'json' }
import type { Request } from './dialogue/request.ts'
import { recentMessages, understand } from './dialogue/understand.ts'
import { createModel, type Model } from './intent/model.ts'
import { type Reply, reply } from './reply.ts'
import type { Clock } from './slots/slots.ts'
import { finishReason, streamParts } from './stream-parts.ts'
import { usageOf } from './usage.ts'

interface EmbeddedModelDeps {
  now(): Date
  defaultTimezone: string
}

let trained: Model | undefined

/** Created on first use, because reading the weights takes time. */
function trainedModel(): Model {
  trained ??= createModel(modelData)
  return trained
}

/** Total length of the cache keys, which hold the messages of each conversation. */
const MAX_CACHE_CHARACTERS = 100_000
const MINUTE_MS = 60_000

/**
 * A small language model that runs in the process. It is trained on the examples in `data/language`
 * to recognize requests about product launches, calls the offered tools and formats their results
 * as text. It implements the AI SDK's model interface, like any hosted model.
 *
 * `reply` is the pipeline for a message: `dialogue/understand` parses it into requests (by
 * normalization, slots and intent), `choose-tool` picks a tool call for each, `answer` formats the
 * results.
 */
export function embeddedModel({ now, defaultTimezone }: EmbeddedModelDeps): LanguageModelV3 {
  // A run reads the same messages twice: for the tool calls, then for the answer.
  const cache = new LRUCache<string, readonly Request[], Clock & { asked: readonly string[] }>({
    maxSize: MAX_CACHE_CHARACTERS,
    sizeCalculation: (_requests, key) => key.length,
    memoMethod: (_key, _old, { context }) => understand(context.asked, context, trainedModel()),
  })

  function understandCached(all: readonly string[], clock: Clock) {
    const asked = recentMessages(all)
    const minute = Math.floor(clock.now.getTime() / MINUTE_MS)
    return cache.memo(JSON.stringify([minute, asked]), { context: { ...clock, asked } })
  }

  function generate(options: LanguageModelV3CallOptions) {
    options.abortSignal?.throwIfAborted()
    const result = reply(options, { now: now(), defaultTimezone, understand: understandCached })
    return { ...result, usage: usageOf(options.prompt, result) }
  }

  return {
    specificationVersion: 'v3',
    provider: 'launchboard',
    modelId: 'embedded',
    supportedUrls: {},

    async doGenerate(options) {
      const { usage, ...result } = generate(options)
      return {
        content: contentOf(result),
        finishReason: finishReason(result),
        usage,
        warnings: [],
      }
    },

    async doStream(options) {
      return { stream: toReadableStream(streamParts(generate(options)), options.abortSignal) }
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

/** Lazy: parts are produced only when the consumer reads, because the queue holds none. */
function toReadableStream<Part>(parts: Iterator<Part>, signal?: AbortSignal): ReadableStream<Part> {
  return new ReadableStream(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason)
        const { done, value } = parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}
