import type { EventType, Message, RunAgentInput } from '@ag-ui/core'
import * as z from 'zod'
import { DeliveryError } from '../delivery-error.ts'
import { lines, serverSentEvents } from '../frames.ts'
import {
  functionCalls,
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  toolDefinitions,
} from '../run-input.ts'
import {
  type AgentProtocol,
  type FrameReader,
  type FrameType,
  malformed,
  on,
  type ProtocolEvent,
  readJson,
  readTyped,
} from './agent-protocol.ts'

const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/

/** AG-UI 1.0: a `RunAgentInput` in, its events out. */
export const agUi: AgentProtocol = {
  accept: 'text/event-stream',
  acceptsToolResults: true,
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open: openAgUi,
}

function body(
  { threadId, runId, messages, tools }: RunInput,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
): RunAgentInput {
  return {
    threadId,
    runId,
    messages: messages.map(toAgUiMessage),
    tools: toolDefinitions(tools),
    context: [],
    state: {},
    forwardedProps: { agentId },
  }
}

function toAgUiMessage({ id, role, content, toolCalls = [], toolCallId }: RunMessage): Message {
  switch (role) {
    case 'tool':
      return { id, role, content, toolCallId: toolCallId ?? id }
    case 'assistant':
      if (toolCalls.length === 0) return { id, role, content }
      return { id, role, ...(content && { content }), toolCalls: functionCalls(toolCalls) }
    default:
      return { id, role, content }
  }
}

// Only the fields that are read: the schemas of @ag-ui/core are too large for a Worker.

const Anything = z.unknown().optional()

const Optional = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

const TextStart = z.object({ messageId: Optional, role: Optional })
const TextContent = z.object({ messageId: Optional, delta: z.string() })
const TextChunk = TextStart.extend({ delta: Optional })

const Call = z.object({ toolCallId: z.string() })
const CallStart = Call.extend({ toolCallName: z.string() })
const CallArgs = Call.extend({ delta: z.string() })
const CallResult = Call.extend({ content: Anything })
/** Only the first chunk of a call must have its id and name. */
const CallChunk = z.object({ toolCallId: Optional, toolCallName: Optional, delta: Optional })

const SnapshotMessage = z.object({ role: z.string(), content: Anything })
const Snapshot = z.object({ messages: z.array(SnapshotMessage) })

const RunError = z.object({ message: Optional.catch(undefined) })

/** The type of the outcome; `success` if there is none. */
const RunFinished = z
  .object({ outcome: z.object({ type: z.string() }).nullish().catch(null) })
  .transform(({ outcome }) => ({ outcome: outcome?.type ?? 'success' }))

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

type Read = FrameType<RunState>

/** Events that a chat does not need are ignored. */
const READERS: Readonly<Partial<Record<`${EventType}`, Read>>> = {
  TEXT_MESSAGE_START: on(TextStart, startText),
  TEXT_MESSAGE_CONTENT: on(TextContent, addText),
  TEXT_MESSAGE_CHUNK: on(TextChunk, ({ delta = '', ...chunk }, state) => {
    return [...startText(chunk, state), ...addText({ ...chunk, delta }, state)]
  }),
  TEXT_MESSAGE_END: () => [{ type: 'text-end' }],
  TOOL_CALL_START: on(CallStart, ({ toolCallId, toolCallName: toolName }) => {
    return [{ type: 'call-start', toolCallId, toolName }]
  }),
  TOOL_CALL_ARGS: on(CallArgs, ({ toolCallId, delta: text }) => {
    return [{ type: 'call-input', toolCallId, text, isComplete: false }]
  }),
  TOOL_CALL_END: on(Call, ({ toolCallId }) => [{ type: 'call-end', toolCallId }]),
  TOOL_CALL_RESULT: on(CallResult, ({ toolCallId, content }) => {
    return [{ type: 'result', toolCallId, output: outputOf(content) }]
  }),
  TOOL_CALL_CHUNK: on(CallChunk, addCallChunk),
  MESSAGES_SNAPSHOT: on(Snapshot, ({ messages }, state) => {
    state.snapshot = lastAnswer(messages)
    return []
  }),
  // An agent that does not stream text only sends it in a snapshot.
  RUN_FINISHED: on(RunFinished, ({ outcome }, { hasText, snapshot }) => {
    if (outcome === 'cancelled') throw new DeliveryError('cut-short', 'the agent cancelled the run')
    return [{ type: 'text', delta: hasText ? '' : snapshot }, { type: 'finished' }]
  }),
  RUN_ERROR: on(RunError, ({ message: agentMessage }) => {
    throw new DeliveryError('agent-failed', 'the agent sent RUN_ERROR', { agentMessage })
  }),
}
const BY_TYPE = new Map<string, Read>(Object.entries(READERS))

/** Reads the events of a run. */
function openAgUi(): FrameReader {
  const ignored = new Set<string>()
  const state: RunState = { ignored, chunkCall: undefined, hasText: false, snapshot: '' }
  return (text) => {
    const frame = readTyped(text)
    if (frame.type === 'RAW') return []
    const ended = frame.type === 'TOOL_CALL_CHUNK' ? [] : endChunks(state)
    return [...ended, ...(BY_TYPE.get(frame.type)?.(frame, state) ?? [])]
  }
}

function startText(
  { role, messageId }: z.output<typeof TextStart>,
  { ignored }: RunState,
): ProtocolEvent[] {
  if (messageId !== undefined && role !== undefined && role !== 'assistant') ignored.add(messageId)
  return []
}

function addText(
  { delta, messageId }: z.output<typeof TextContent>,
  state: RunState,
): ProtocolEvent[] {
  if (messageId !== undefined && state.ignored.has(messageId)) return []
  state.hasText ||= delta !== ''
  return [{ type: 'text', delta }]
}

function addCallChunk(
  { toolCallId, toolCallName: toolName, delta }: z.output<typeof CallChunk>,
  state: RunState,
): ProtocolEvent[] {
  const id = toolCallId ?? state.chunkCall
  if (id === undefined) throw malformed('a part of the type TOOL_CALL_CHUNK has no id')

  const events: ProtocolEvent[] = []
  if (id !== state.chunkCall) {
    events.push(...endChunks(state))
    state.chunkCall = id
    if (toolName) events.push({ type: 'call-start', toolCallId: id, toolName })
  }
  if (delta) events.push({ type: 'call-input', toolCallId: id, text: delta, isComplete: false })
  return events
}

function endChunks(state: RunState): ProtocolEvent[] {
  const toolCallId = state.chunkCall
  state.chunkCall = undefined
  return toolCallId === undefined ? [] : [{ type: 'call-end', toolCallId }]
}

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
