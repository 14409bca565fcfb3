import type { EventType } from '@ag-ui/core'
import * as z from 'zod'
import { DeliveryError } from '../delivery-error.ts'
import { malformed, readAs, readJson, readTyped, type Typed } from '../read-json.ts'
import type { FrameReader, ProtocolEvent } from './agent-protocol.ts'

// Only the fields that are read: the schemas of @ag-ui/core are too large for a Worker.

const Anything = z.unknown().optional()

const Optional = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

const TextStart = z.object({ messageId: Optional, role: Optional })
const TextContent = z.object({ messageId: Optional, delta: z.string() })

const CallStart = z.object({ toolCallId: z.string(), toolCallName: z.string() })
const CallArgs = z.object({ toolCallId: z.string(), delta: z.string() })
const CallEnd = z.object({ toolCallId: z.string() })
const CallResult = z.object({ toolCallId: z.string(), content: Anything })
const CallChunk = z.object({
  toolCallId: Optional,
  toolCallName: Optional,
  delta: Optional,
})

const SnapshotMessage = z.object({ role: z.string(), content: Anything })

const Snapshot = z.object({ messages: z.array(SnapshotMessage) })

const RunError = z.object({ message: Optional }).catch({ message: undefined })

/** The type of the outcome; `success` if there is none. */
const RunFinished = z
  .object({ outcome: z.object({ type: z.string() }).nullish().catch(null) })
  .transform(({ outcome }) => ({ outcome: outcome?.type ?? 'success' }))

/** The text of the assistant after the last message of the user. */
function lastAnswer(messages: readonly z.infer<typeof SnapshotMessage>[]): string {
  return messages
    .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
    .map(({ role, content }) =>
      role === 'assistant' && typeof content === 'string' ? content : '',
    )
    .join('')
}

/** Results are text in AG-UI. The JSON of an object or array is parsed. */
function outputOf(content: unknown): unknown {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content ?? null
  try {
    return readJson(content)
  } catch {
    return content
  }
}

/** The state of one run. */
interface RunState {
  /** Messages with a role other than assistant: their text is ignored. */
  ignored: Set<string>
  /** The call that is sent in chunks, which have no end event. */
  chunkCall: string | undefined
  hasText: boolean
  /** The last answer in the latest snapshot of the conversation. */
  snapshot: string
}

type Read = (frame: Typed, state: RunState) => ProtocolEvent[]

/** Reads the events of a run. Those that a chat does not need are ignored. */
export function openAgUi(): FrameReader {
  const state: RunState = {
    ignored: new Set(),
    chunkCall: undefined,
    hasText: false,
    snapshot: '',
  }
  return (text) => {
    const frame = readTyped(text)
    if (frame.type === 'RAW') return []
    if (frame.type === 'TOOL_CALL_CHUNK') return readCallChunk(frame, state)
    return [...endChunks(state), ...(READERS.get(frame.type)?.(frame, state) ?? [])]
  }
}

const readTextStart: Read = (frame, { ignored }) => {
  const { role, messageId } = readAs(TextStart, frame, wrong(frame))
  if (messageId !== undefined && role !== undefined && role !== 'assistant') ignored.add(messageId)
  return []
}

const readText: Read = (frame, state) => {
  const { delta, messageId } = readAs(TextContent, frame, wrong(frame))
  if (messageId !== undefined && state.ignored.has(messageId)) return []
  state.hasText ||= delta !== ''
  return [{ type: 'text', delta }]
}

const readTextChunk: Read = (frame, state) => {
  readTextStart(frame, state)
  return readText({ ...frame, delta: frame.delta ?? '' }, state)
}

const readCallStart: Read = (frame) => {
  const { toolCallId, toolCallName: toolName } = readAs(CallStart, frame, wrong(frame))
  return [{ type: 'call-start', toolCallId, toolName }]
}

const readCallArgs: Read = (frame) => {
  const { toolCallId, delta } = readAs(CallArgs, frame, wrong(frame))
  return [{ type: 'call-input', toolCallId, text: delta, isComplete: false }]
}

const readCallEnd: Read = (frame) => {
  const { toolCallId } = readAs(CallEnd, frame, wrong(frame))
  return [{ type: 'call-end', toolCallId }]
}

const readCallResult: Read = (frame) => {
  const { toolCallId, content } = readAs(CallResult, frame, wrong(frame))
  return [{ type: 'result', toolCallId, output: outputOf(content) }]
}

/** Only the first chunk of a call must have its id and name. */
const readCallChunk: Read = (frame, state) => {
  const { toolCallName: toolName, delta, ...chunk } = readAs(CallChunk, frame, wrong(frame))
  const toolCallId = chunk.toolCallId ?? state.chunkCall
  if (toolCallId === undefined) throw malformed(wrong(frame))

  const events: ProtocolEvent[] = []
  if (toolCallId !== state.chunkCall) {
    events.push(...endChunks(state))
    state.chunkCall = toolCallId
    if (toolName) events.push({ type: 'call-start', toolCallId, toolName })
  }
  if (delta) events.push({ type: 'call-input', toolCallId, text: delta, isComplete: false })
  return events
}

function endChunks(state: RunState): ProtocolEvent[] {
  const toolCallId = state.chunkCall
  state.chunkCall = undefined
  return toolCallId === undefined ? [] : [{ type: 'call-end', toolCallId }]
}

const readSnapshot: Read = (frame, state) => {
  state.snapshot = lastAnswer(readAs(Snapshot, frame, wrong(frame)).messages)
  return []
}

/** An agent that does not stream text only sends it in a snapshot. */
const readFinish: Read = (frame, { hasText, snapshot }) => {
  const { outcome } = readAs(RunFinished, frame, wrong(frame))
  if (outcome === 'cancelled') throw new DeliveryError('cut-short', 'the agent cancelled the run')
  return [{ type: 'text', delta: hasText ? '' : snapshot }, { type: 'finished' }]
}

const readTextEnd: Read = () => [{ type: 'text-end' }]

const readError: Read = (frame) => {
  const { message: agentMessage } = RunError.parse(frame)
  throw new DeliveryError('agent-failed', 'the agent sent RUN_ERROR', { agentMessage })
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
  return `a ${type} event is invalid`
}
