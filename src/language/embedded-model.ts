import type {
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { MINUTE_MS } from '../core/durations.ts'
import type { Request } from './dialogue/request.ts'
import { recentMessages, understand } from './dialogue/understand.ts'
import { createModel, type Model, type ModelData } from './intent/model.ts'
import { type Reply, reply } from './reply.ts'
import type { Clock } from './slots/slots.ts'

interface EmbeddedModelDeps {
  now(): Date
  defaultTimezone: string
  data: ModelData
}

/** What is known of the user who asks, beside the prompt. */
const Asker = z
  .object({
    launchboard: z.object({ timezone: z.string().optional(), speaker: z.string().optional() }),
  })
  .transform(({ launchboard }) => launchboard)
  .catch({})

let trained: Model | undefined

/** Created once, because reading the weights takes time. */
function trainedModel(data: ModelData): Model {
  trained ??= createModel(data)
  return trained
}

/** Total length of the cache keys, which hold the messages of each conversation. */
const MAX_CACHE_CHARACTERS = 100_000

/**
 * A small language model that runs in the process. It is trained on the examples in `data/language`
 * to recognize requests about product launches, calls the offered tools and formats their results
 * as text. It streams its answers as any hosted model of the AI SDK does.
 *
 * `reply` is the pipeline for a message: `dialogue/understand` parses it into requests (by
 * normalization, slots and intent), `choose-tool` picks a tool call for each, `answer` formats the
 * results.
 */
export function embeddedModel({ now, defaultTimezone, data }: EmbeddedModelDeps) {
  // A run reads the same messages twice: for the tool calls, then for the answer.
  const cache = new LRUCache<string, readonly Request[], Clock & { asked: readonly string[] }>({
    maxSize: MAX_CACHE_CHARACTERS,
    sizeCalculation: (_requests, key) => key.length,
    memoMethod: (_key, _old, { context }) => understand(context.asked, context, trainedModel(data)),
  })

  function understandCached(all: readonly string[], clock: Clock) {
    const asked = recentMessages(all)
    const minute = Math.floor(clock.now.getTime() / MINUTE_MS)
    return cache.memo(JSON.stringify([minute, clock.defaultTimezone, asked]), {
      context: { ...clock, asked },
    })
  }

  return {
    provider: 'launchboard',
    modelId: 'embedded',

    async doStream(options) {
      options.abortSignal?.throwIfAborted()
      const { timezone = defaultTimezone, speaker } = Asker.parse(options.providerOptions)
      const clock = { now: now(), defaultTimezone: timezone }
      const answer = reply(options, { ...clock, speaker, understand: understandCached })
      const parts = streamParts(answer, options.prompt)
      return { stream: readOnDemand(parts, options.abortSignal) }
    },
  } satisfies Pick<LanguageModelV3, 'provider' | 'modelId' | 'doStream'>
}

function readOnDemand<Part>(parts: Iterator<Part>, signal?: AbortSignal): ReadableStream<Part> {
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

/** Up to eight words. The text is complete from the start, so smaller deltas only add overhead. */
const TEXT_CHUNK = /\s*(?:\S+\s*){1,8}/g
/** Tokens are estimated. */
const CHARACTERS_PER_TOKEN = 4

/** A reply as stream parts: text in chunks of a few words, each tool call as a single delta. */
export function* streamParts(
  { text, calls }: Reply,
  prompt: LanguageModelV3Prompt,
): Generator<LanguageModelV3StreamPart, undefined> {
  yield { type: 'stream-start', warnings: [] }
  if (text !== '') {
    const id = crypto.randomUUID()
    yield { type: 'text-start', id }
    for (const [delta] of text.matchAll(TEXT_CHUNK)) yield { type: 'text-delta', id, delta }
    yield { type: 'text-end', id }
  }
  for (const { toolName, input } of calls) {
    const id = crypto.randomUUID()
    const json = JSON.stringify(input)
    yield { type: 'tool-input-start', id, toolName }
    yield { type: 'tool-input-delta', id, delta: json }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName, input: json }
  }
  const reason = calls.length > 0 ? 'tool-calls' : 'stop'
  const usage = usageOf(JSON.stringify(prompt), text + JSON.stringify(calls))
  yield { type: 'finish', finishReason: { unified: reason, raw: reason }, usage }
}

function usageOf(asked: string, answered: string): LanguageModelV3Usage {
  const input = Math.ceil(asked.length / CHARACTERS_PER_TOKEN)
  const output = Math.ceil(answered.length / CHARACTERS_PER_TOKEN)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}
