import type { EventType } from '@ag-ui/core'
import { DeliveryFailure } from '../delivery-failure.ts'
import { malformed, readAs, readTyped, type Typed } from '../read-json.ts'
import * as event from './ag-ui-event.ts'
import type { FrameReader, WireEvent } from './wire.ts'

/** What a run has to remember from event to event. */
interface Memory {
  /** The messages that are not the agent's own words. */
  silent: Set<string>
  /** The call that came in chunks and has no end of its own. */
  chunkCall: string | undefined
  hasText: boolean
  /** What the conversation says last, as of the latest snapshot of it. */
  snapshot: string
}

type Read = (frame: Typed, memory: Memory) => WireEvent[]

/** Reads a run's events; those that a chat has no use for are passed over. */
export function openAgUi(): FrameReader {
  const memory: Memory = {
    silent: new Set(),
    chunkCall: undefined,
    hasText: false,
    snapshot: '',
  }
  return (text) => {
    const frame = readTyped(text)
    if (frame.type === 'RAW') return []
    if (frame.type === 'TOOL_CALL_CHUNK') return readCallChunk(frame, memory)
    return [...endChunks(memory), ...(READERS.get(frame.type)?.(frame, memory) ?? [])]
  }
}

const readTextStart: Read = (frame, { silent }) => {
  const { role, messageId } = readAs(event.TextStart, frame, wrong(frame))
  if (messageId !== undefined && role !== undefined && role !== 'assistant') silent.add(messageId)
  return []
}

const readText: Read = (frame, memory) => {
  const { delta, messageId } = readAs(event.TextContent, frame, wrong(frame))
  if (messageId !== undefined && memory.silent.has(messageId)) return []
  memory.hasText ||= delta !== ''
  return [{ type: 'text', delta }]
}

const readTextChunk: Read = (frame, memory) => {
  readTextStart(frame, memory)
  return readText({ ...frame, delta: frame.delta ?? '' }, memory)
}

const readCallStart: Read = (frame) => {
  const { toolCallId: id, toolCallName: name } = readAs(event.CallStart, frame, wrong(frame))
  return [{ type: 'call-start', id, name }]
}

const readCallArgs: Read = (frame) => {
  const { toolCallId: id, delta } = readAs(event.CallArgs, frame, wrong(frame))
  return [{ type: 'call-args', id, text: delta, isWhole: false }]
}

const readCallEnd: Read = (frame) => {
  return [{ type: 'call-end', id: readAs(event.CallEnd, frame, wrong(frame)).toolCallId }]
}

const readCallResult: Read = (frame) => {
  const { toolCallId: id, content } = readAs(event.CallResult, frame, wrong(frame))
  return [{ type: 'result', id, result: event.resultOf(content) }]
}

/** The first chunk of a call names it; the next ones may leave both its id and its name out. */
const readCallChunk: Read = (frame, memory) => {
  const { toolCallId, toolCallName, delta } = readAs(event.CallChunk, frame, wrong(frame))
  const id = toolCallId ?? memory.chunkCall
  if (id === undefined) throw malformed(wrong(frame))

  const events: WireEvent[] = []
  if (id !== memory.chunkCall) {
    events.push(...endChunks(memory))
    memory.chunkCall = id
    if (toolCallName) events.push({ type: 'call-start', id, name: toolCallName })
  }
  if (delta) events.push({ type: 'call-args', id, text: delta, isWhole: false })
  return events
}

function endChunks(memory: Memory): WireEvent[] {
  const id = memory.chunkCall
  memory.chunkCall = undefined
  return id === undefined ? [] : [{ type: 'call-end', id }]
}

const readSnapshot: Read = (frame, memory) => {
  memory.snapshot = event.lastWords(readAs(event.Snapshot, frame, wrong(frame)).messages)
  return []
}

/** An agent that streams no text says it in a snapshot alone. */
const readFinish: Read = (frame, { hasText, snapshot }) => {
  const { outcome } = readAs(event.RunFinished, frame, wrong(frame))
  if (outcome === 'cancelled') throw new DeliveryFailure('cut-short', 'the agent cancelled its run')
  return [{ type: 'text', delta: hasText ? '' : snapshot }, { type: 'finished' }]
}

const readTextEnd: Read = () => [{ type: 'text-end' }]

const readError: Read = (frame) => {
  const { message: agentMessage } = event.RunError.parse(frame)
  throw new DeliveryFailure('agent-failed', 'the agent sent RUN_ERROR', { agentMessage })
}

const KNOWN: Readonly<Partial<Record<`${EventType}`, Read>>> = {
  TEXT_MESSAGE_START: readTextStart,
  TEXT_MESSAGE_CONTENT: readText,
  TEXT_MESSAGE_CHUNK: readTextChunk,
  TEXT_MESSAGE_END: readTextEnd,
  TOOL_CALL_START: readCallStart,
  TOOL_CALL_ARGS: readCallArgs,
  TOOL_CALL_END: readCallEnd,
  TOOL_CALL_RESULT: readCallResult,
  MESSAGES_SNAPSHOT: readSnapshot,
  RUN_FINISHED: readFinish,
  RUN_ERROR: readError,
}
const READERS = new Map<string, Read>(Object.entries(KNOWN))

function wrong({ type }: Typed) {
  return `a ${type} event cannot be read`
}
