import type { JSONObject, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { asRecord, isRecord, tryParseJson } from '../../core/json.ts'
import { unreadable } from '../model-failure.ts'
import { newCallId } from '../tool-call-ids.ts'
import { addHostFields, HOST_FIELDS } from './host-fields.ts'

interface Piece {
  hostId: string
  index: string
  name: string
  json: string
}

interface Call extends Piece {
  id: string
  /** The number of characters of the input that were passed on, once the call has begun. */
  passedOn: number | undefined
  hasEnded: boolean
  /** Whether its input parses, once it has been tried. */
  isWhole: boolean | undefined
  fields: JSONObject
}

const MAX_INPUT_CHARACTERS = 1_000_000

/** The whole input, or a placeholder for it in the first piece. */
const EMPTY = '{}'

/** Some hosts send it alone, and then the whole input: nothing in JSON begins with two. */
const OPENING = '{'

interface Options {
  emit(part: LanguageModelV3StreamPart): void
  /** The tool that a name means which the model has written. */
  toolNamed(name: string): string
}

/**
 * Puts calls together from their pieces, which belong together by index, else by id, else to the last
 * call. The calls are passed on one after the other, each as it grows.
 */
export function createCallReader({ emit, toolNamed }: Options) {
  const calls: Call[] = []
  let current = 0

  function start(piece: Piece): Call {
    for (const call of calls.slice(current)) call.hasEnded ||= isWhole(call)
    passOn()
    const isNew = piece.hostId !== '' && calls.every(({ id }) => id !== piece.hostId)
    const state = { passedOn: undefined, hasEnded: false, isWhole: undefined, fields: {} }
    const call = { ...piece, json: '', id: isNew ? piece.hostId : newCallId(), ...state }
    calls.push(call)
    return call
  }

  function callOf({ index, hostId, name }: Piece): Call | undefined {
    const byIndex = index === '' ? undefined : calls.findLast((call) => call.index === index)
    const byId = hostId === '' ? undefined : calls.findLast((call) => call.hostId === hostId)
    const last = calls.at(-1)
    const mayContinue = index === '' || last?.index === '' || (name === '' && hostId === '')
    return byIndex ?? byId ?? (mayContinue ? last : undefined)
  }

  function append(call: Call, { name, json, index }: Piece) {
    if (call.name === '') call.name = name
    if (call.index === '') call.index = index
    if (json === '' || (beginsLike(call, json) && isWhole(call))) return
    const isPlaceholder =
      (call.json.trim() === EMPTY && !call.passedOn) ||
      (call.json === OPENING && json[0] === OPENING)
    call.json = isPlaceholder ? json : call.json + json
    if (call.json.length > MAX_INPUT_CHARACTERS) throw unreadable()
  }

  function passOn() {
    for (let call = calls[current]; call && call.name !== ''; call = calls[current]) {
      passOnInput(call)
      if (!call.hasEnded) return
      end(call)
      current += 1
    }
  }

  /** Input is held back until it is clear that it is an object. */
  function passOnInput(call: Call) {
    const { id, json } = call
    if (call.passedOn === undefined) {
      emit({ type: 'tool-input-start', id, toolName: toolNamed(call.name) })
    }
    call.passedOn ??= 0
    const isObject = /^\s*\{/.test(json) && json.trim() !== EMPTY
    if (json.length === call.passedOn || (call.passedOn === 0 && !isObject)) return
    emit({ type: 'tool-input-delta', id, delta: json.slice(call.passedOn) })
    call.passedOn = json.length
  }

  function end({ id, name, json, fields }: Call) {
    const metadata = { providerMetadata: { [HOST_FIELDS]: fields } }
    emit({ type: 'tool-input-end', id })
    emit({
      type: 'tool-call',
      toolCallId: id,
      toolName: toolNamed(name),
      input: unwrapped(json),
      ...(Object.keys(fields).length > 0 && metadata),
    })
  }

  return {
    read(given: Record<string, unknown>) {
      const piece = readPiece(given)
      const known = callOf(piece)
      const call = known && !beginsAnother(known, piece) ? known : start(piece)
      addCallFields(call.fields, given)
      append(call, piece)
      passOn()
    },

    count: () => calls.length,

    /** A call without a name cannot be made. */
    end() {
      for (const call of calls) call.hasEnded = true
      const nameless = calls.filter(({ name }) => name === '')
      for (const call of nameless) calls.splice(calls.indexOf(call), 1)
      passOn()
    },
  }
}

function readPiece(given: Record<string, unknown>): Piece {
  const { name, arguments: input } = isRecord(given.function) ? given.function : given
  return {
    hostId: wordOf(given.id),
    index: wordOf(given.index),
    name: wordOf(name),
    json: typeof input === 'string' ? input : isRecord(input) ? JSON.stringify(input) : '',
  }
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** A piece with a name may repeat that of the call, or begin another at its place. */
function beginsAnother(call: Call, { name, hostId, json }: Piece): boolean {
  if (name === '' || call.name === '') return false
  if (name !== call.name) return true
  if (call.json === '') return false
  const isOther = hostId !== '' && call.hostId !== '' && hostId !== call.hostId
  if (isOther) return json === '' || beginsLike(call, json) || isWhole(call)
  return beginsLike(call, json) && json.trim() !== call.json.trim() && isWhole(call)
}

function beginsLike(call: Call, json: string): boolean {
  return json.trimStart()[0] === call.json.trimStart()[0]
}

/**
 * Input is complete when it parses: what begins like it then says it again, or is another. It is tried
 * once, because trying with each piece would take quadratic time.
 */
function isWhole(call: Call): boolean {
  const json = call.json.trim()
  if (json === EMPTY || !(json.endsWith('}') || json.endsWith('"'))) return false
  call.isWhole ??= tryParseJson(json) !== undefined
  return call.isWhole
}

/** Fields that a host has put beside the function of a call, or into it. */
function addCallFields(fields: JSONObject, given: Record<string, unknown>) {
  addHostFields(fields, given)
  const known = fields.function
  const ofFunction: JSONObject = isRecord(known) ? { ...known } : {}
  addHostFields(ofFunction, asRecord(given.function))
  if (Object.keys(ofFunction).length > 0) fields.function = ofFunction
}

/** An input that is no object may be one in a text, as JSON in JSON, or `null`. */
function unwrapped(json: string): string {
  if (/^\s*\{/.test(json)) return json
  const value = tryParseJson(json)
  return typeof value === 'string' ? value : value === null ? '' : json
}
