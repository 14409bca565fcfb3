import type { JSONObject } from '@ai-sdk/provider'
import { asRecord, isRecord } from '../../core/json.ts'

/** What a chunk of an answer says. */
interface CompletionChunk {
  /** What the host has sent instead of an answer. */
  error?: unknown
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
  const [choice = {}] = Array.isArray(choices) ? choices : [choices ?? {}]
  if (!isRecord(choice)) return undefined
  const delta = choice.delta ?? choice.message ?? {}
  if (!isRecord(delta)) return undefined

  const { finish_reason: reason } = choice
  const isFailed = object === 'error' || reason === 'error'
  return {
    error: chunk.error || (isFailed ? chunk : undefined),
    modelId: typeof model === 'string' ? model : undefined,
    usage: isRecord(usage) ? usage : undefined,
    reasoning: textIn(delta.reasoning_content ?? delta.reasoning) + thinkingIn(delta.content),
    text: textIn(delta.content),
    refusal: textIn(delta.refusal),
    toolCalls: listOf(delta.tool_calls),
    finishReason: typeof reason === 'string' && reason !== '' ? reason : undefined,
    wantedBack: {
      reasoning_content: textIn(delta.reasoning_content),
      reasoning: textIn(delta.reasoning),
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

/** Contents are a text or a list of parts. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => asRecord(part).text)
    .filter((text) => typeof text === 'string')
    .join('')
}

/** Mistral's models think in parts of their own. */
function thinkingIn(content: unknown): string {
  return listOf(content)
    .map((part) => textIn(asRecord(part).thinking))
    .join('')
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}
