import { isRecord, parseJson } from '../../../core/json.ts'
import { DeliveryError } from '../delivery-error.ts'
import { type Framing, lines, serverSentEvents } from '../frames.ts'
import type { RegisteredAgent, RunInput } from '../run-input.ts'

/** The events of an agent, in the terms that all wires share. */
export type WireEvent =
  /** Texts of different messages are paragraphs of the answer. */
  | { type: 'text'; delta: string; messageId?: string | undefined }
  /** A message of the agent has ended. Calls whose input is complete get no more of it. */
  | { type: 'text-end' }
  | { type: 'call-start'; toolCallId: string; toolName: string }
  /** A part of the JSON text of the input, or all of it. */
  | { type: 'call-input'; toolCallId: string; text: string; isComplete: boolean }
  | { type: 'call-end'; toolCallId: string }
  | { type: 'result'; toolCallId: string; toolName?: string | undefined; output: unknown }
  | { type: 'finished' }

/**
 * Reads one frame; undefined if it says nothing in this format.
 *
 * @throws DeliveryError `malformed` if it is invalid, `agent-failed` if it reports an error.
 */
export type FrameReader = (frame: string) => readonly WireEvent[] | undefined

/** How agents are called and their responses read. Pure functions: no I/O. */
export interface Wire {
  readonly accept: string
  /** Whether the agent takes results of calls. One that does not is not called again with them. */
  readonly acceptsToolResults: boolean
  body(input: RunInput, agent: Pick<RegisteredAgent, 'agentId'>): unknown
  /** How a response of this media type is split; undefined if the type is not supported. */
  framing(mediaType: string): Framing | undefined
  /** Starts to read one response. The reader keeps the state of that run. */
  open(): FrameReader
}

/**
 * Values are stored and relayed by recursive code, so nesting is limited. There may be more values
 * than in a request: an agent can send its whole state in one event.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** @throws DeliveryError `malformed` */
export function readJson(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a part of the response ${issue}`)
  return value
}

export function malformed(detail: string) {
  return new DeliveryError('malformed', detail)
}

export type Read = (event: Fields) => readonly WireEvent[]

/** What events mean, by their types: one of the meanings that wires share, or a reader of its own. */
export type EventTable = Readonly<Record<string, Meaning>>
export type Meaning = keyof typeof MEANINGS | Read

/** Other fields of server-sent events, where the content type is one of lines. */
const NO_DATA = /^(:|event:|id:|retry:)/

/**
 * Reads events, each of which is an object with a type. What is none, such as a heartbeat or a line of a
 * log, says nothing; half an object is an error.
 */
export function eventReader(table: EventTable): FrameReader {
  const meanings = new Map(Object.entries(table))
  return (frame) => {
    if (NO_DATA.test(frame)) return undefined
    const text = frame.replace(/^data:\s*/, '')
    if (text.trim() === '[DONE]') return [{ type: 'finished' }]
    if (!text.trimStart().startsWith('{')) return undefined
    const event = readJson(text)
    const meaning = isRecord(event) ? meanings.get(String(event.type)) : undefined
    return meaning && readAs(meaning, fieldsOf(event))
  }
}

export function readAs(meaning: Meaning, event: Fields): readonly WireEvent[] {
  return typeof meaning === 'string' ? MEANINGS[meaning](event) : meaning(event)
}

export type Fields = ReturnType<typeof fieldsOf>

/** The fields of an event, in the spellings of JavaScript and of Python. */
export function fieldsOf(value: unknown) {
  const fields = new Map(isRecord(value) ? Object.entries(value) : [])

  function any(...names: string[]): unknown {
    const spelled = names.flatMap((name) => [name, name.replaceAll(/[A-Z]/g, toSnake)])
    return spelled.map((name) => fields.get(name)).find((one) => one !== undefined && one !== null)
  }

  function text(...names: string[]): string | undefined {
    const found = any(...names)
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
  }

  return { any, text }
}

function toSnake(letter: string) {
  return `_${letter.toLowerCase()}`
}

/**
 * A call without an id has the name of its tool as its id.
 *
 * @throws DeliveryError `malformed`, because a call that is lost is never run
 */
export function idOf(event: Fields, fallback?: string): string {
  const id = event.text('toolCallId') ?? fallback ?? event.text('toolCallName', 'toolName')
  if (id === undefined) throw malformed(`a part of the type ${event.text('type')} has no id`)
  return id
}

export const readCallStart: Read = (event) => {
  const toolName = event.text('toolCallName', 'toolName')
  if (toolName === undefined) throw malformed('a call has no name of a tool')
  return [{ type: 'call-start', toolCallId: idOf(event), toolName }]
}

/** The input comes as parts of its JSON text, or as it is. */
export function callInput(event: Fields, toolCallId = idOf(event)): WireEvent[] {
  const input = event.any('delta', 'args', 'arguments', 'input', 'inputTextDelta')
  if (input === undefined) return []
  const isComplete = typeof input !== 'string'
  const text = isComplete ? JSON.stringify(input) : input
  return [{ type: 'call-input', toolCallId, text, isComplete }]
}

const MEANINGS = {
  nothing: () => [],
  text: (event) => {
    const delta = event.text('content', 'delta', 'text') ?? ''
    return [{ type: 'text', delta, messageId: event.text('messageId') }]
  },
  'text-end': () => [{ type: 'text-end' }],
  'call-start': readCallStart,
  'call-input': (event) => callInput(event),
  'call-end': (event) => [{ type: 'call-end', toolCallId: idOf(event) }],
  result: (event) => {
    const output = event.any('result', 'output', 'content') ?? null
    return [{ type: 'result', toolCallId: idOf(event), toolName: event.text('toolName'), output }]
  },
  end: () => [{ type: 'finished' }],
  error: (event) => {
    const agentMessage = event.text('message', 'errorText', 'error')
    const detail = `the agent sent an event of the type ${event.text('type')}`
    throw new DeliveryError('agent-failed', detail, { agentMessage })
  },
  cancelled: () => {
    throw new DeliveryError('cut-short', 'the agent cancelled the run')
  },
} satisfies Record<string, Read>

/** The content types that frameworks send for a stream of lines. */
const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/
/** Those that others send, if they send any. */
const LOOSE_LINES = /^$|^application\/(json|octet-stream)$|^text\/plain$/

export function streamFraming(mediaType: string): Framing | undefined {
  if (mediaType === 'text/event-stream') return serverSentEvents
  return LINES.test(mediaType) ? lines : undefined
}

export function looseFraming(mediaType: string): Framing | undefined {
  return streamFraming(mediaType) ?? (LOOSE_LINES.test(mediaType) ? lines : undefined)
}
