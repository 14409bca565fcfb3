import type { JSONObject, LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider'
import { asRecord } from '../../core/json.ts'
import { createCallReader } from './call-reader.ts'
import { readChunk, type Said, unifiedReason } from './chunk.ts'
import { createEventReader } from './event-reader.ts'
import { cutOff, refusal, unreadable } from './host-error.ts'
import { addHostFields, HOST_FIELDS } from './host-fields.ts'
import { createThoughtReader, type Words } from './thought-reader.ts'

/** A reason beside words may be one of many: some hosts give it with each chunk. */
const MAX_PAUSE_MS = { afterReason: 500, afterWords: 3_000 }

interface Options {
  /** Of the response. */
  headers: Headers
  /** The tool that a name means which the model has written. */
  toolNamed(name: string): string
}

/** Reads the text of an answer as parts of the AI SDK. */
export function createAnswerReader({ headers, toolNamed }: Options) {
  const parts: LanguageModelV3StreamPart[] = []
  const emit = (part: LanguageModelV3StreamPart) => parts.push(part)
  const events = createEventReader({ onChunk: addChunk, onTorn })
  const calls = createCallReader({ emit, toolNamed })
  const thoughts = createThoughtReader()
  const begun = new Set<Words['kind']>()
  const fields: JSONObject = {}
  let said = ''
  let hasDeltas = false
  let modelId: string | undefined
  let usage: Record<string, unknown> = {}
  let reason: string | undefined
  let maxPauseMs: number | undefined

  function addChunk(value: Record<string, unknown>) {
    const chunk = readChunk(value)
    if (chunk.error) throw failed(chunk.error)
    if (modelId === undefined && chunk.modelId !== undefined) {
      modelId = chunk.modelId
      emit({ type: 'response-metadata', modelId })
    }
    for (const one of chunk.said) add(one)
    usage = chunk.usage ?? usage
    reason = chunk.reason ?? reason
    if (reason === undefined) return
    maxPauseMs = chunk.hasWords ? MAX_PAUSE_MS.afterWords : MAX_PAUSE_MS.afterReason
  }

  /** What follows an answer may be cut. */
  function onTorn() {
    if (reason === undefined) throw unreadable()
  }

  /** A message after deltas says again what they have said, and only adds what they have not. */
  function add(one: Said) {
    const { text, calls: pieces } = one
    const hasContent = text !== '' || pieces.length > 0
    const isCopy = one.isMessage && (hasDeltas || (text !== '' && text === said))
    hasDeltas ||= !one.isMessage && hasContent
    if (!isCopy) {
      addHostFields(fields, one.message)
      say({ kind: 'reasoning', words: one.reasoning })
    }
    if (!isCopy || said === '') addText(text)
    if (!isCopy || calls.count() === 0) addCalls(pieces)
  }

  function addText(text: string) {
    said += text
    for (const words of thoughts.read(text)) say(words)
  }

  function addCalls(pieces: Said['calls']) {
    for (const piece of pieces) calls.read(piece)
    if (pieces.length > 0) thoughts.begin()
  }

  /** An error before any text may pass, or be left to another model. */
  function failed(error: unknown) {
    if (begun.has('text')) return cutOff(error)
    const { code, status = code } = asRecord(error)
    return refusal(
      error,
      Number(status) >= 400 && Number(status) < 600 ? Number(status) : 500,
      headers,
    )
  }

  function say({ kind, words }: Words) {
    // Models often begin with empty lines, above all after reasoning.
    const delta = begun.has(kind) ? words : words.trimStart()
    if (delta === '') return
    if (!begun.has(kind)) emit({ type: `${kind}-start`, id: kind })
    begun.add(kind)
    emit({ type: `${kind}-delta`, id: kind, delta })
  }

  function finish() {
    const { unclosed, ...rest } = thoughts.end()
    say(rest)
    calls.end()
    if (reason === undefined && !events.isDone()) {
      throw events.isUnreadable() ? unreadable() : cutOff()
    }
    // A thought that was never closed is better than no answer.
    if (!begun.has('text') && calls.count() === 0) say({ kind: 'text', words: unclosed })

    for (const kind of begun) emit({ type: `${kind}-end`, id: kind })
    const raw = reason ?? (calls.count() > 0 ? 'tool_calls' : 'stop')
    emit({
      type: 'finish',
      finishReason: { unified: unifiedReason(raw), raw },
      usage: usageIn(usage),
      providerMetadata: { [HOST_FIELDS]: fields },
    })
  }

  /** An error is the last part, after those that precede it. */
  function collect(read: () => void): LanguageModelV3StreamPart[] {
    try {
      read()
    } catch (error) {
      emit({ type: 'error', error })
    }
    return parts.splice(0)
  }

  return {
    /** Whether the host has said that nothing follows. */
    isDone: events.isDone,
    /** The pause that ends the answer, once there is a reason for its end. */
    maxPauseMs: () => maxPauseMs,
    read: (text: string) => collect(() => events.feed(text)),
    end: () =>
      collect(() => {
        events.end()
        finish()
      }),
  }
}

function usageIn(usage: Record<string, unknown>): LanguageModelV3Usage {
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens } = usage
  const details = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
  return {
    inputTokens: { ...details, total: tokens(prompt_tokens ?? input_tokens) },
    outputTokens: {
      text: undefined,
      reasoning: undefined,
      total: tokens(completion_tokens ?? output_tokens),
    },
  }
}

function tokens(count: unknown): number | undefined {
  const number = Number(count ?? Number.NaN)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
