import type { JSONObject, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { asRecord, isRecord, tryParseJson } from '../../core/json.ts'
import { newCallId } from '../tool-call-ids.ts'
import { isJsonObject } from './completion-chunk.ts'
import { HOST_FIELDS } from './completion-request.ts'
import { unreadable } from './host-error.ts'

interface Call {
  id: string
  hostId: string
  index: string
  /** Empty until the host has sent it. */
  name: string
  /** The input so far, as it was passed on. */
  json: string
  /** Input that is held back until it is clear that it is an object. */
  held: string
  /** Fields that the host wants back, such as Gemini's thought signatures. */
  extraContent?: JSONObject
}

const MAX_HELD_CHARACTERS = 1_000_000

/** The whole input, or a placeholder for it in the first piece. */
const EMPTY = '{}'

interface Delta {
  hostId: string
  index: string
  name: string
  json: string
}

/**
 * Puts calls together from their pieces. Hosts differ: an index or an id may be missing, a number or
 * the same for all calls, the name may be repeated with each piece, and the input may be an object.
 */
export function createToolCallReader(emit: (part: LanguageModelV3StreamPart) => void) {
  const calls: Call[] = []

  function start({ hostId, index }: Delta): Call {
    const isNew = hostId !== '' && calls.every(({ id }) => id !== hostId)
    const call = { id: isNew ? hostId : newCallId(), hostId, index, name: '', json: '', held: '' }
    calls.push(call)
    return call
  }

  function append(call: Call, { name, json }: Delta) {
    call.held = call.held === EMPTY ? json || EMPTY : call.held + json
    if (call.held.length > MAX_HELD_CHARACTERS) throw unreadable()
    if (call.name === '' && name !== '') {
      call.name = name
      emit({ type: 'tool-input-start', id: call.id, toolName: name })
    }
    const isObject = call.json !== '' || (call.held !== EMPTY && /^\s*\{/.test(call.held))
    if (call.name === '' || !isObject || call.held === '') return
    emit({ type: 'tool-input-delta', id: call.id, delta: call.held })
    call.json += call.held
    call.held = ''
  }

  return {
    read(piece: unknown) {
      const delta = readDelta(asRecord(piece))
      const known = calls.findLast((call) => isSame(call, delta))
      const call = known && !startsAnother(known, delta) ? known : start(delta)
      const { extra_content: extra } = asRecord(piece)
      if (isJsonObject(extra)) call.extraContent = extra
      append(call, delta)
    },

    /** Ends the calls, and returns how many there are. A call without a name cannot be made. */
    end(): number {
      const named = calls.filter(({ name }) => name !== '')
      for (const { id, name, json, held, extraContent } of named) {
        const metadata = extraContent && { [HOST_FIELDS]: { extra_content: extraContent } }
        emit({ type: 'tool-input-end', id })
        emit({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: json + unwrapped(held),
          ...(metadata && { providerMetadata: metadata }),
        })
      }
      return named.length
    },
  }
}

function readDelta(piece: Record<string, unknown>): Delta {
  const { name, arguments: input } = isRecord(piece.function) ? piece.function : piece
  return {
    hostId: trimmedText(piece.id),
    index: trimmedText(piece.index),
    name: trimmedText(name),
    json: typeof input === 'string' ? input : isRecord(input) ? JSON.stringify(input) : '',
  }
}

/** An input that is no object may be one in a text, as JSON in JSON, or `null`. */
function unwrapped(json: string): string {
  const value = tryParseJson(json)
  return typeof value === 'string' ? value : value === null ? '' : json
}

function trimmedText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isSame(call: Call, { index, hostId }: Delta) {
  if (index !== '' && call.index !== '') return call.index === index
  return hostId === '' || call.hostId === hostId
}

/** A piece with a name may belong to the call before it, or start another at the same index. */
function startsAnother(call: Call, { name, hostId, json }: Delta) {
  if (name === '' || call.name === '') return false
  if (name !== call.name || (hostId !== '' && hostId !== call.hostId)) return true
  const before = call.json + call.held
  return json !== '' && before.endsWith('}') && tryParseJson(before) !== undefined
}
