import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { asRecord } from '../../core/json.ts'
import { createChunkParser } from './chunk-parser.ts'
import { addTo, type CompletionChunk, readChunk, type WantedBack } from './completion-chunk.ts'
import { HOST_FIELDS } from './completion-request.ts'
import { cutOff, refusal, unreadable } from './host-error.ts'
import { createThinkTagReader, type Words } from './think-tags.ts'
import { createToolCallReader } from './tool-call-deltas.ts'

const FINISH_REASONS: ReadonlyMap<string, LanguageModelV3FinishReason['unified']> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
])

/** Reads the text of an answer as parts of the AI SDK. */
export function createAnswerReader(headers: Headers) {
  const parts: LanguageModelV3StreamPart[] = []
  const emit = (part: LanguageModelV3StreamPart) => parts.push(part)
  const chunks = createChunkParser(addChunk)
  const calls = createToolCallReader(emit)
  const tags = createThinkTagReader()
  const begun = new Set<Words['kind']>()
  const wantedBack: WantedBack = {}
  let modelId: string | undefined
  let usage: { prompt_tokens?: unknown; completion_tokens?: unknown } = {}
  let reason: string | undefined
  let hasChunks = false

  function isComplete() {
    return reason !== undefined || chunks.isDone()
  }

  function addChunk(value: unknown) {
    const chunk = readChunk(value)
    if (!chunk) {
      if (isComplete()) return // what follows an answer may be cut
      throw unreadable()
    }
    if (chunk.error) throw failed(chunk.error)
    // MiniMax says all of it once more at the end.
    if (!chunk.isWhole || !hasChunks) addWords(chunk)
    hasChunks = true
    usage = chunk.usage ?? usage
    reason = chunk.finishReason ?? reason
  }

  function addWords(chunk: CompletionChunk) {
    if (chunk.modelId !== undefined && modelId === undefined) {
      modelId = chunk.modelId
      emit({ type: 'response-metadata', modelId })
    }
    addTo(wantedBack, chunk.wantedBack)

    say({ kind: 'reasoning', words: chunk.reasoning })
    for (const said of tags.read(chunk.text)) say(said)
    say({ kind: 'text', words: chunk.refusal })
    for (const call of chunk.toolCalls) calls.read(call)
  }

  /** An error before any text may pass, or be left to another model. */
  function failed(error: unknown) {
    if (begun.has('text')) return cutOff(error)
    const status = Number(asRecord(error).code)
    return refusal(error, status >= 400 && status < 600 ? status : 500, headers)
  }

  function say({ kind, words }: Words) {
    // Models often begin with empty lines, above all after reasoning.
    const delta = begun.has(kind) ? words : words.trimStart()
    if (delta === '') return
    if (!begun.has(kind)) emit({ type: `${kind}-start`, id: kind })
    begun.add(kind)
    emit({ type: `${kind}-delta`, id: kind, delta })
  }

  return {
    /** Whether the host has ended the answer. More may follow, such as its usage. */
    isComplete,

    /** An error is the last part, after those that precede it. */
    read(text: string): LanguageModelV3StreamPart[] {
      return collect(() => chunks.feed(text))
    },

    end(): LanguageModelV3StreamPart[] {
      return collect(() => {
        chunks.end()
        finish()
      })
    },
  }

  function collect(read: () => void): LanguageModelV3StreamPart[] {
    try {
      read()
    } catch (error) {
      emit({ type: 'error', error })
    }
    return parts.splice(0)
  }

  function finish() {
    say(tags.end())
    const callCount = calls.end()
    const isEmpty = begun.size === 0 && callCount === 0
    if (reason === undefined && (isEmpty || !chunks.isDone())) {
      throw chunks.isUnreadable() ? unreadable() : cutOff()
    }

    for (const kind of begun) emit({ type: `${kind}-end`, id: kind })
    const unified = FINISH_REASONS.get(reason ?? (callCount > 0 ? 'tool_calls' : 'stop'))
    emit({
      type: 'finish',
      finishReason: { unified: unified ?? 'other', raw: reason },
      usage: {
        inputTokens: { ...NOT_COUNTED, total: tokens(usage.prompt_tokens) },
        outputTokens: { ...NOT_COUNTED, total: tokens(usage.completion_tokens) },
      },
      providerMetadata: { [HOST_FIELDS]: wantedBack },
    })
  }
}

const NOT_COUNTED = {
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  text: undefined,
  reasoning: undefined,
}

function tokens(count: unknown): number | undefined {
  const number = Number(count ?? Number.NaN)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
