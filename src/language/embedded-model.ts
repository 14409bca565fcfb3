import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import modelData from '../../data/language/model.json' with { type: 'json' }
import type { Request } from './dialogue/request.ts'
import { understand } from './dialogue/understand.ts'
import { createModel, type Model } from './intent/model.ts'
import { type Reply, reply } from './reply.ts'
import type { Moment } from './slots/slots.ts'
import { finishReason, streamParts } from './stream-parts.ts'
import { usageOf } from './usage.ts'

interface EmbeddedModelDeps {
  now(): Date
  defaultTimezone: string
  /** What was learned from the examples in `data/language`, unless another is given. */
  model?: Model
}

let trainedOnce: Model | undefined

function trained(): Model {
  trainedOnce ??= createModel(modelData)
  return trainedOnce
}

/** Of all messages that are remembered with what they ask for. */
const MAX_CHARACTERS = 100_000
const MINUTE_MS = 60_000

/**
 * A small language model of our own. It learns from the examples in `data/language` what questions about
 * launches ask for, calls the tools it is offered, and writes their results out in words. The AI SDK
 * drives it like any hosted model.
 *
 * `reply` is the way of a message: `dialogue/understand` reads its requests (normalise, slots and intent
 * stand behind it), `choose-tool` picks the call of each, `answer` writes the results.
 */
export function embeddedModel({ now, defaultTimezone, model }: EmbeddedModelDeps): LanguageModelV3 {
  const understood = new LRUCache<string, readonly Request[]>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_requests, key) => key.length,
  })

  /** A run asks twice about the same messages: for the calls, and for the answer. */
  function understandOnce(asked: readonly string[], moment: Moment) {
    const key = `${Math.floor(moment.now.getTime() / MINUTE_MS)} ${JSON.stringify(asked)}`
    const known = understood.get(key)
    if (known) return known
    const requests = understand(asked, moment, model ?? trained())
    understood.set(key, requests)
    return requests
  }

  function write(options: LanguageModelV3CallOptions) {
    options.abortSignal?.throwIfAborted()
    const moment = { now: now(), defaultTimezone }
    const written = reply(options, { ...moment, understand: understandOnce })
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

/** Each pull costs as much as several parts. An abort ends the stream between two of them. */
const PARTS_PER_PULL = 8

/** Nothing is read ahead: the first parts are produced by the first read. */
function pulled<Part>(parts: Iterator<Part>, signal?: AbortSignal): ReadableStream<Part> {
  return new ReadableStream(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason)
        for (let count = 0; count < PARTS_PER_PULL; count += 1) {
          const { done, value } = parts.next()
          if (done) return controller.close()
          controller.enqueue(value)
        }
      },
    },
    { highWaterMark: 0 },
  )
}
