import type {
  JSONObject,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { asRecord, isRecord } from '../../core/json.ts'
import { cutOff, refusal, unreadable } from '../model-failure.ts'
import { createCallReader } from './call-reader.ts'
import { createEventReader } from './event-reader.ts'
import { addHostFields, HOST_FIELDS } from './host-fields.ts'
import { createThoughtReader, type Words } from './thought-reader.ts'

/** A reason beside words may be one of many: some hosts give it with each chunk. */
const MAX_PAUSE_MS = { afterReason: 500, afterWords: 3_000 }

type Fields = Record<string, unknown>

interface Options {
  /** Of the response. */
  headers: Headers
  /** The tool that a name means which the model has written. */
  toolNamed(name: string): string
}

/**
 * Reads the text of an answer as parts of the AI SDK. Fields may be missing, null or of another type:
 * what a reasonable reader can understand is understood.
 */
export function createAnswerReader({ headers, toolNamed }: Options) {
  const parts: LanguageModelV3StreamPart[] = []
  const emit = (part: LanguageModelV3StreamPart) => parts.push(part)
  const events = createEventReader({ onChunk: addChunk, onTorn })
  const calls = createCallReader({ emit, toolNamed })
  const thoughts = createThoughtReader()
  const { say, hasText, endWords } = wordWriter(emit)
  const fields: JSONObject = {}
  let said = ''
  let hasDeltas = false
  let modelId: string | undefined
  let usage: Fields = {}
  let reason = ''
  let maxPauseMs: number | undefined

  function addChunk(chunk: Fields) {
    const choices = choicesOf(chunk)
    const given = choices.map(reasonOf).findLast((one) => one !== '') ?? ''
    const error = errorOf(chunk, choices, given)
    if (error) throw failed(error, headers, hasText())
    if (modelId === undefined && typeof chunk.model === 'string') {
      modelId = chunk.model
      emit({ type: 'response-metadata', modelId })
    }
    const hasWords = choices.map(addChoice).includes(true)
    const places = hasWords ? [chunk] : [chunk, ...Object.values(chunk), ...choices]
    usage = usageIn(places) ?? usage
    reason = given || reason
    if (reason !== '') maxPauseMs = MAX_PAUSE_MS[hasWords ? 'afterWords' : 'afterReason']
  }

  /** What follows an answer may be cut. */
  function onTorn() {
    if (reason === '') throw unreadable()
  }

  /** A message after deltas only adds what they have not said. Returns whether there were words. */
  function addChoice(choice: Fields): boolean {
    const { isMessage, spoken, thought, words, pieces } = readChoice(choice)
    const isCopy = isMessage && (hasDeltas || (words !== '' && words === said))
    hasDeltas ||= !isMessage && (words !== '' || pieces.length > 0)
    if (!isCopy) {
      addHostFields(fields, spoken)
      say({ kind: 'reasoning', words: thought })
    }
    if (!isCopy || said === '') addText(words)
    if (!isCopy || calls.count() === 0) addCalls(pieces)
    return words + thought !== ''
  }

  function addText(text: string) {
    said += text
    for (const words of thoughts.read(text)) say(words)
  }

  function addCalls(pieces: readonly Fields[]) {
    for (const piece of pieces) calls.read(piece)
    if (pieces.length > 0) thoughts.begin()
  }

  function finish() {
    const { unclosed, ...rest } = thoughts.end()
    say(rest)
    calls.end()
    if (reason === '' && !events.isDone()) throw events.isUnreadable() ? unreadable() : cutOff()
    // A thought that was never closed is better than no answer.
    if (!hasText() && calls.count() === 0) say({ kind: 'text', words: unclosed })

    endWords()
    const raw = reason || (calls.count() > 0 ? 'tool_calls' : 'stop')
    emit({
      type: 'finish',
      finishReason: { unified: unifiedReason(raw), raw },
      usage: usageOf(usage),
      providerMetadata: { [HOST_FIELDS]: fields },
    })
  }

  return {
    /** Whether the host has said that nothing follows. */
    isDone: events.isDone,
    /** The pause that ends the answer, once there is a reason for its end. */
    maxPauseMs: () => maxPauseMs,
    read: (text: string) => collect(parts, () => events.feed(text)),
    end: () =>
      collect(parts, () => {
        events.end()
        finish()
      }),
  }
}

/** An error before any text may pass, or be left to another model. */
function failed(error: unknown, headers: Headers, hasText: boolean) {
  if (hasText) return cutOff(error)
  const { code, status = code } = asRecord(error)
  const isStatus = Number(status) >= 400 && Number(status) < 600
  return refusal(error, isStatus ? Number(status) : 500, headers)
}

/** The parts that are read, with an error as the last one. */
function collect(parts: LanguageModelV3StreamPart[], read: () => void) {
  try {
    read()
  } catch (error) {
    parts.push({ type: 'error', error })
  }
  return parts.splice(0)
}

/** Writes text and reasoning as blocks, each of which starts with its first word. */
function wordWriter(emit: (part: LanguageModelV3StreamPart) => void) {
  const begun = new Set<Words['kind']>()

  function say({ kind, words }: Words) {
    // Models often begin with empty lines, above all after reasoning.
    const delta = begun.has(kind) ? words : words.trimStart()
    if (delta === '') return
    if (!begun.has(kind)) emit({ type: `${kind}-start`, id: kind })
    begun.add(kind)
    emit({ type: `${kind}-delta`, id: kind, delta })
  }

  return {
    say,
    hasText: () => begun.has('text'),
    endWords() {
      for (const kind of begun) emit({ type: `${kind}-end`, id: kind })
    },
  }
}

function choicesOf({ choices }: Fields): Fields[] {
  if (choices === undefined || choices === null) return []
  if (typeof choices !== 'object') throw unreadable()
  return listOf(choices).filter(isRecord)
}

/** A running `message` beside a delta is a copy of all deltas so far. */
function readChoice({ delta, message, text }: Fields) {
  const isMessage = !isRecord(delta) || (Object.keys(delta).length === 0 && isRecord(message))
  const spoken = asRecord(isMessage ? (message ?? { content: text }) : delta)
  const { content, refusal, reasoning_content, reasoning } = spoken
  const thought = textOf(reasoning_content ?? reasoning) + thinkingIn(content)
  const words = textOf(content) + textOf(refusal)
  return { isMessage, spoken, thought, words, pieces: piecesOf(spoken) }
}

/** Several calls of one message without an index have the order in which they stand. */
function piecesOf({ tool_calls, function_call = null }: Fields): Fields[] {
  const given = tool_calls ?? function_call
  if (given === null) return []
  const pieces = listOf(given).filter(isRecord)
  const isNumbered = pieces.length < 2 || pieces.some(({ index }) => (index ?? '') !== '')
  return isNumbered ? pieces : pieces.map((piece, index) => ({ ...piece, index }))
}

const FAILURE = /error|fail|cancel|abort|malformed|insufficient|unexpected|timeout/

function reasonOf({ finish_reason, finishReason }: Fields): string {
  const reason = String(finish_reason ?? finishReason ?? '').toLowerCase()
  return reason === 'null' ? '' : reason
}

const REASONS = [
  [/tool|function/, 'tool-calls'],
  [/filter|sensitive|safety|recitation|prohibited|blocklist|spii|refus/, 'content-filter'],
  [/length|max/, 'length'],
  [/stop|end|eos|complete|done/, 'stop'],
] as const

/** Hosts have names of their own for the reasons of an end. */
function unifiedReason(reason: string): LanguageModelV3FinishReason['unified'] {
  return REASONS.find(([names]) => names.test(reason))?.[1] ?? 'other'
}

/** The host's error instead of an answer. */
function errorOf(chunk: Fields, choices: readonly Fields[], reason: string): unknown {
  const { error, errors, detail, object, code = '', message = '' } = chunk
  if (isSomething(error)) return error
  const failed = choices.find((choice) => 'error' in choice && isSomething(choice.error))
  if (failed) return failed.error
  if (reason !== '' && FAILURE.test(reason)) return { code: reason }
  if (object === 'error') return chunk
  if (chunk.choices !== undefined) return undefined
  const isFlat = isSomething(code) && isSomething(message)
  return [errors, detail, isFlat && chunk].find(isSomething)
}

function isSomething(error: unknown): boolean {
  return typeof error === 'object' && error ? Object.keys(error).length > 0 : Boolean(error)
}

/** Hosts put it into the chunk, into one of its choices or into a part of their own. */
function usageIn(places: readonly unknown[]): Fields | undefined {
  let usage: Fields | undefined
  for (const place of places) if (isRecord(place) && isRecord(place.usage)) usage = place.usage
  return usage
}

/** Contents are a text or a list of parts. A proxy may have made a number of a text. */
function textOf(content: unknown): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content)
  if (content === undefined || content === null) return ''
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : asRecord(part).text))
    .filter((text) => typeof text === 'string')
    .join('')
}

/** Mistral's models think in parts of their own. */
function thinkingIn(content: unknown): string {
  if (typeof content !== 'object') return ''
  return listOf(content)
    .map((part) => textOf(asRecord(part).thinking))
    .join('')
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}

function usageOf(usage: Fields): LanguageModelV3Usage {
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
