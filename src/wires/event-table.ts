import { isRecord } from '../core/json.ts'
import type { RunEvent } from '../core/run.ts'
import { readFrame } from './reader-limits.ts'
import type { RunReader } from './run-reader.ts'
import { malformed } from './wire-error.ts'

/**
 * Reads one frame of an answer; undefined if it says nothing in this format.
 *
 * @throws WireError `malformed` if it is invalid.
 */
export type FrameReader = (frame: string) => readonly RunEvent[] | undefined

export type ReadEvent = (event: EventFields, run: RunReader) => void

/** What events mean, by their types: one of the meanings that wires share, or a reader of its own. */
export type EventTable = Readonly<Record<string, Meaning>>
export type Meaning = keyof typeof MEANINGS | ReadEvent

/** Other fields of server-sent events, where the content type is one of lines. */
const NO_DATA = /^(:|event:|id:|retry:)/

/**
 * Reads events: objects with a type. Anything else, such as a heartbeat or a line of a
 * log, says nothing; half an object is an error.
 */
export function eventReader(table: EventTable, run: RunReader): FrameReader {
  const meanings = new Map(Object.entries(table))
  return (frame) => {
    if (NO_DATA.test(frame)) return undefined
    const text = frame.replace(/^data:\s*/, '')
    if (text.trim() === '[DONE]') {
      run.end()
      return run.take()
    }
    if (!text.trimStart().startsWith('{')) return undefined
    const event = readFrame(text)
    const meaning = isRecord(event) ? meanings.get(String(event.type)) : undefined
    if (!meaning) return undefined
    readAs(meaning, fieldsOf(event), run)
    return run.take()
  }
}

export function readAs(meaning: Meaning, event: EventFields, run: RunReader): void {
  const read: ReadEvent = typeof meaning === 'string' ? MEANINGS[meaning] : meaning
  read(event, run)
}

export type EventFields = ReturnType<typeof fieldsOf>

/** The fields of an event, in the spellings of JavaScript and of Python. */
export function fieldsOf(value: unknown) {
  const fields = new Map(isRecord(value) ? Object.entries(value) : [])

  function any(...names: string[]): unknown {
    const spelled = names.flatMap((name) => [
      name,
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ])
    return spelled.map((name) => fields.get(name)).find((one) => one !== undefined && one !== null)
  }

  function text(...names: string[]): string | undefined {
    const found = any(...names)
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
  }

  return { any, text }
}

/**
 * A call without an id has the name of its tool as its id.
 *
 * @throws WireError `malformed`, because a call that is lost is never run
 */
export function idOf(event: EventFields, fallback?: string): string {
  const id = event.text('toolCallId') ?? fallback ?? event.text('toolCallName', 'toolName')
  if (id === undefined) throw malformed(`a part of the type ${event.text('type')} has no id`)
  return id
}

export const readCallStart: ReadEvent = (event, run) => {
  const toolName = event.text('toolCallName', 'toolName')
  if (toolName === undefined) throw malformed('a call has no name of a tool')
  run.startCall(idOf(event), toolName)
}

/** The JSON of a whole input, which some agents have as text. */
export function inputJson(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}

/** The input comes as parts of its JSON text, or as it is. */
export function readInput(event: EventFields, run: RunReader, toolCallId = idOf(event)) {
  const input = event.any('delta', 'args', 'arguments', 'input', 'inputTextDelta')
  if (input === undefined) return
  const isComplete = typeof input !== 'string'
  run.addInput(toolCallId, isComplete ? JSON.stringify(input) : input, isComplete)
}

const MEANINGS = {
  start: (event, run) => run.start(event.text('messageId')),
  nothing: () => {},
  text: (event, run) =>
    run.text(event.text('content', 'delta', 'text') ?? '', event.text('messageId')),
  'text-end': (_event, run) => run.endText(),
  'call-start': readCallStart,
  'call-input': (event, run) => readInput(event, run),
  'call-end': (event, run) => run.endCall(idOf(event)),
  result: (event, run) => {
    const result = event.any('result', 'output', 'content') ?? null
    run.addResult({ toolCallId: idOf(event), toolName: event.text('toolName'), result })
  },
  end: (event, run) => run.end(event.text('finishReason')),
  error: (event, run) =>
    run.fail(event.text('code') ?? 'internal', event.text('message', 'errorText', 'error') ?? ''),
  cancelled: (event, run) => run.fail('cancelled', event.text('reason') ?? ''),
} satisfies Record<string, ReadEvent>

/** How a response is split into frames. */
export type Framing = 'lines' | 'events' | 'document'

/** The content types that frameworks send for a stream of lines. */
const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/
/** Other frameworks send one of these, or none. */
const LOOSE_LINES = /^$|^application\/(json|octet-stream)$|^text\/plain$/

export function streamFraming(mediaType: string): Framing | undefined {
  if (mediaType === 'text/event-stream') return 'events'
  return LINES.test(mediaType) ? 'lines' : undefined
}

export function looseFraming(mediaType: string): Framing | undefined {
  return streamFraming(mediaType) ?? (LOOSE_LINES.test(mediaType) ? 'lines' : undefined)
}
