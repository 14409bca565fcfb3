import type { JSONObject, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { asRecord, isRecord, tryParseJson } from '../../core/json.ts'
import { newCallId } from '../tool-call-ids.ts'
import { isJsonObject } from './completion-chunk.ts'
import { HOST_FIELDS } from './completion-request.ts'

interface Call {
  id: string
  hostId: string
  index: string
  /** Empty until the host has sent it. */
  name: string
  json: string
  /** What the host wants back, such as Gemini's thought signatures. */
  extraContent?: JSONObject
}

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
    const call = { id: isNew ? hostId : newCallId(), hostId, index, name: '', json: '' }
    calls.push(call)
    return call
  }

  function append(call: Call, { name, json }: Delta) {
    call.json += json
    if (call.name !== '') {
      if (json !== '') emit({ type: 'tool-input-delta', id: call.id, delta: json })
    } else if (name !== '') {
      call.name = name
      emit({ type: 'tool-input-start', id: call.id, toolName: name })
      if (call.json !== '') emit({ type: 'tool-input-delta', id: call.id, delta: call.json })
    }
  }

  return {
    read(piece: unknown) {
      const delta = deltaOf(asRecord(piece))
      const known = calls.findLast((call) => isSame(call, delta))
      const call = known && !startsAnother(known, delta) ? known : start(delta)
      const { extra_content: extra } = asRecord(piece)
      if (isJsonObject(extra)) call.extraContent = extra
      append(call, delta)
    },

    /** Ends the calls, and returns how many there are. A call without a name cannot be made. */
    end(): number {
      const named = calls.filter(({ name }) => name !== '')
      for (const { id, name, json, extraContent } of named) {
        const metadata = extraContent && { [HOST_FIELDS]: { extra_content: extraContent } }
        emit({ type: 'tool-input-end', id })
        emit({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: json,
          ...(metadata && { providerMetadata: metadata }),
        })
      }
      return named.length
    },
  }
}

function deltaOf(piece: Record<string, unknown>): Delta {
  const { name, arguments: input } = isRecord(piece.function) ? piece.function : piece
  return {
    hostId: textOf(piece.id),
    index: textOf(piece.index),
    name: textOf(name),
    json: typeof input === 'string' ? input : isRecord(input) ? JSON.stringify(input) : '',
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isSame(call: Call, { index, hostId }: Delta) {
  if (index !== '') return call.index === index
  return hostId === '' || call.hostId === hostId
}

/** A piece with a name may belong to the call before it, or start another at the same index. */
function startsAnother(call: Call, { name, hostId, json }: Delta) {
  if (name === '' || call.name === '') return false
  if (name !== call.name || (hostId !== '' && hostId !== call.hostId)) return true
  return json !== '' && call.json.endsWith('}') && tryParseJson(call.json) !== undefined
}
