import type { JSONObject } from '@ai-sdk/provider'
import { asRecord, isRecord } from '../../core/json.ts'

/** The contents of one chunk of an answer. */
export interface CompletionChunk {
  /** The host's error instead of an answer. */
  error?: unknown
  /** Whether it is a whole completion, which may follow its own chunks. */
  isWhole: boolean
  modelId?: string | undefined
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | undefined
  reasoning: string
  text: string
  refusal: string
  toolCalls: unknown[]
  finishReason?: string | undefined
  wantedBack: WantedBack
}

/** The fields of its message that a host wants back with the results of its calls, as it wrote them. */
export type WantedBack = Record<string, string | JSONObject[]>

/**
 * Reads a chunk, or a whole completion. Fields may be missing, null or of another type: what a
 * reasonable reader can understand is understood. Undefined if it is neither.
 */
export function readChunk(chunk: unknown): CompletionChunk | undefined {
  if (!isRecord(chunk)) return undefined
  const { choices, object, model, usage } = chunk
  const choice = (Array.isArray(choices) ? choices[0] : choices) ?? {}
  if (!isRecord(choice)) return undefined
  const delta = asRecord(choice.delta ?? choice.message)

  const finishReason = finishReasonOf(choice.finish_reason)
  const isFailed = object === 'error' || finishReason === 'error'
  return {
    error: chunk.error || choice.error || (isFailed ? chunk : undefined),
    isWhole: object === 'chat.completion' && isRecord(choice.message),
    modelId: typeof model === 'string' ? model : undefined,
    usage: isRecord(usage) ? usage : undefined,
    reasoning: deltaText(delta.reasoning_content ?? delta.reasoning) + thinkingText(delta.content),
    text: deltaText(delta.content),
    refusal: deltaText(delta.refusal),
    toolCalls: listOf(delta.tool_calls ?? delta.function_call),
    finishReason,
    wantedBack: {
      reasoning_content: deltaText(delta.reasoning_content),
      reasoning: deltaText(delta.reasoning),
      reasoning_details: listOf(delta.reasoning_details).filter(isJsonObject),
    },
  }
}

/** Adds what one more chunk has of it. */
export function addTo(whole: WantedBack, more: WantedBack) {
  for (const [field, piece] of Object.entries(more)) {
    const known = whole[field]
    if (piece.length === 0) continue
    if (typeof piece === 'string') whole[field] = `${known ?? ''}${piece}`
    else if (Array.isArray(known)) for (const detail of piece) addDetail(known, detail)
    else whole[field] = piece
  }
}

/** OpenRouter streams the text of a detail in pieces, and wants it back whole. */
function addDetail(details: JSONObject[], piece: JSONObject) {
  const last = details.at(-1)
  const isMore = typeof piece.text === 'string' && last?.type === piece.type
  if (!last || !isMore || last.index !== piece.index) return details.push(piece)
  const known = Object.entries(piece).filter(([, value]) => value !== null)
  return Object.assign(last, Object.fromEntries(known), { text: `${last.text}${piece.text}` })
}

export function isJsonObject(value: unknown): value is JSONObject {
  return isRecord(value)
}

/** The reasons of hosts that have names of their own: GLM, DeepSeek, vLLM, Mistral and Together. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['network_error', 'error'],
  ['insufficient_system_resource', 'error'],
  ['abort', 'error'],
  ['sensitive', 'content_filter'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['eos', 'stop'],
])

function finishReasonOf(value: unknown): string | undefined {
  const reason = typeof value === 'string' ? value.toLowerCase() : ''
  return reason === '' || reason === 'null' ? undefined : (REASONS.get(reason) ?? reason)
}

/** Contents are a text or a list of parts. A proxy may have made a number of a text. */
function deltaText(content: unknown): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content)
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : asRecord(part).text))
    .filter((text) => typeof text === 'string')
    .join('')
}

/** Mistral's models think in parts of their own. */
function thinkingText(content: unknown): string {
  return listOf(content)
    .map((part) => deltaText(asRecord(part).thinking))
    .join('')
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}
