import type { JSONObject, JSONValue } from '@ai-sdk/provider'
import { isDeeperThan, isRecord } from '../../core/json.ts'

/** The key of what a host wants back with its message or its call, as it wrote it. */
export const HOST_FIELDS = 'hostFields'

const MAX_LEVELS = 20

/** Fields of chat completions that are read elsewhere, or have no use in a later request. */
const OURS: ReadonlySet<string> = new Set([
  ...['role', 'content', 'refusal', 'tool_calls', 'function_call', 'annotations', 'audio'],
  ...['index', 'id', 'type', 'name', 'arguments', 'function', 'usage'],
])

/** Texts that are streamed in pieces. Of others the latest counts. */
const GROWING = /^(reasoning(_content|_text)?|text|thinking|summary)$/

/** Adds the fields of one more piece that are not ours. */
export function addHostFields(known: JSONObject, piece: Record<string, unknown>) {
  for (const [name, value] of Object.entries(piece)) {
    if (OURS.has(name) || !isJson(value) || isDeeperThan(value, MAX_LEVELS)) continue
    const merged = merge(known[name], value, name)
    if (!isEmpty(merged)) known[name] = merged
  }
}

function merge(known: JSONValue | undefined, piece: JSONValue, name: string): JSONValue {
  if (known === undefined || known === null) return piece
  if (isEmpty(piece)) return known
  if (typeof piece === 'string' && typeof known === 'string') {
    return GROWING.test(name) ? known + piece : piece
  }
  if (Array.isArray(piece) && Array.isArray(known)) return piece.reduce(addItem, known)
  return isJsonObject(piece) && isJsonObject(known) ? mergeObjects(known, piece) : piece
}

function mergeObjects(known: JSONObject, piece: JSONObject): JSONObject {
  const merged = { ...known }
  for (const [name, value = null] of Object.entries(piece)) {
    merged[name] = merge(known[name], value, name)
  }
  return merged
}

/** A thought comes in pieces; the last may be its signature alone. */
function addItem(items: readonly JSONValue[], piece: JSONValue): JSONValue[] {
  const last = items.at(-1)
  const isMore =
    isJsonObject(piece) &&
    isJsonObject(last) &&
    last.type === piece.type &&
    last.index === piece.index &&
    isEmpty(last.signature) &&
    ['text', 'thinking', 'summary', 'signature'].some((name) => typeof piece[name] === 'string')
  return isMore ? [...items.slice(0, -1), mergeObjects(last, piece)] : [...items, piece]
}

function isEmpty(value: JSONValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === ''
}

/** What was parsed as JSON is JSON. */
function isJson(value: unknown): value is JSONValue {
  return value !== undefined
}

function isJsonObject(value: unknown): value is JSONObject {
  return isRecord(value)
}
