import type { LanguageModelV3FinishReason } from '@ai-sdk/provider'
import { asRecord, isRecord } from '../../core/json.ts'
import { unreadable } from './host-error.ts'

/** What one choice of a chunk says. */
export interface Said {
  /** Whether it is a `message`, which may be a copy of what deltas have said. */
  isMessage: boolean
  reasoning: string
  text: string
  calls: readonly Record<string, unknown>[]
  /** The message itself, with the fields that the host may want back. */
  message: Record<string, unknown>
}

/** The contents of one chunk of an answer, or of a whole completion. */
export interface Chunk {
  /** The host's error instead of an answer. */
  error: unknown
  said: readonly Said[]
  hasWords: boolean
  reason: string | undefined
  modelId: string | undefined
  usage: Record<string, unknown> | undefined
}

/**
 * Reads a chunk. Fields may be missing, null or of another type: what a reasonable reader can
 * understand is understood.
 */
export function readChunk(chunk: Record<string, unknown>): Chunk {
  const choices = choicesOf(chunk)
  const said = choices.map(readChoice)
  const hasWords = said.some(({ text, reasoning }) => text !== '' || reasoning !== '')
  const reason = choices.map(reasonOf).findLast((reason) => reason !== '')
  return {
    error: errorOf(chunk, choices) ?? (FAILURE.test(reason ?? '') ? { code: reason } : undefined),
    said,
    hasWords,
    reason,
    modelId: typeof chunk.model === 'string' ? chunk.model : undefined,
    usage: hasWords ? usageIn([chunk]) : usageIn([chunk, ...Object.values(chunk), ...choices]),
  }
}

/** Hosts put it into the chunk, into one of its choices or into a part of their own. */
function usageIn(places: readonly unknown[]): Record<string, unknown> | undefined {
  return places.map((place) => asRecord(place).usage).findLast(isRecord)
}

function choicesOf({ choices }: Record<string, unknown>): Record<string, unknown>[] {
  if (choices === undefined || choices === null) return []
  if (typeof choices !== 'object') throw unreadable()
  return listOf(choices).filter(isRecord)
}

/** A running `message` beside a delta is a copy of all deltas so far. */
function readChoice({ delta, message, text }: Record<string, unknown>): Said {
  const isMessage = !isRecord(delta) || (Object.keys(delta).length === 0 && isRecord(message))
  const spoken = asRecord(isMessage ? (message ?? { content: text }) : delta)
  const { content, refusal, reasoning_content, reasoning, tool_calls, function_call } = spoken
  const calls = listOf(tool_calls ?? function_call).filter(isRecord)
  const isNumbered = calls.length < 2 || calls.some(({ index }) => (index ?? '') !== '')
  return {
    isMessage,
    reasoning: textOf(reasoning_content ?? reasoning) + thinkingIn(content),
    text: textOf(content) + textOf(refusal),
    calls: isNumbered ? calls : calls.map((call, index) => ({ ...call, index })),
    message: spoken,
  }
}

const FAILURE = /error|fail|cancel|abort|malformed|insufficient|unexpected|timeout/

function reasonOf({ finish_reason, finishReason }: Record<string, unknown>): string {
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
export function unifiedReason(reason: string): LanguageModelV3FinishReason['unified'] {
  return REASONS.find(([names]) => names.test(reason))?.[1] ?? 'other'
}

function errorOf(chunk: Record<string, unknown>, choices: Record<string, unknown>[]): unknown {
  const { error, errors, detail, object, code, message } = chunk
  const isAlone = chunk.choices === undefined
  const isFlat = isAlone && (code ?? '') !== '' && (message ?? '') !== ''
  return [
    error,
    ...choices.map((choice) => choice.error),
    ...(isAlone ? [errors, detail] : []),
    isFlat || object === 'error' ? chunk : undefined,
  ].find(isSomething)
}

function isSomething(error: unknown): boolean {
  return isRecord(error) || Array.isArray(error) ? Object.keys(error).length > 0 : Boolean(error)
}

/** Contents are a text or a list of parts. A proxy may have made a number of a text. */
function textOf(content: unknown): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content)
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : asRecord(part).text))
    .filter((text) => typeof text === 'string')
    .join('')
}

/** Mistral's models think in parts of their own. */
function thinkingIn(content: unknown): string {
  return typeof content === 'string'
    ? ''
    : listOf(content)
        .map((part) => textOf(asRecord(part).thinking))
        .join('')
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}
