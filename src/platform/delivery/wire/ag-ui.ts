import type { EventType, Message, RunAgentInput } from '@ag-ui/core'
import { DeliveryError } from '../delivery-error.ts'
import {
  functionCalls,
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  toolDefinitions,
} from '../run-input.ts'
import {
  agentFailed,
  callInput,
  callStart,
  eventReader,
  type Fields,
  fieldsOf,
  idOf,
  readJson,
  streamFraming,
  type Wire,
  type WireEvent,
} from './wire.ts'

/** AG-UI 1.0: a `RunAgentInput` in, its events out. */
export const agUi: Wire = {
  accept: 'text/event-stream',
  acceptsToolResults: true,
  body,
  framing: streamFraming,
  open: () => {
    return eventReader(EVENTS, {
      ignored: new Set<string>(),
      call: undefined,
      hasText: false,
      snapshot: '',
    })
  },
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

/** The state of one run. */
interface RunState {
  /** Messages with a role other than assistant: their text is ignored. */
  ignored: Set<string>
  /** The call that is sent in chunks, which have no end event. */
  call: string | undefined
  hasText: boolean
  /** The last answer in the latest snapshot of the conversation. */
  snapshot: string
}

type Read = (event: Fields, state: RunState) => WireEvent[]

/** Events that a chat does not need are ignored. */
const READERS: Readonly<Partial<Record<`${EventType}`, Read>>> = {
  RUN_STARTED: () => [],
  TEXT_MESSAGE_START: startText,
  TEXT_MESSAGE_CONTENT: addText,
  TEXT_MESSAGE_CHUNK: (event, state) => [...startText(event, state), ...addText(event, state)],
  TEXT_MESSAGE_END: () => [{ type: 'text-end' }],
  TOOL_CALL_START: (event) => [callStart(event, idOf(event))],
  TOOL_CALL_ARGS: (event) => callInput(idOf(event), event.any('delta', 'args', 'arguments')),
  TOOL_CALL_END: (event) => [{ type: 'call-end', toolCallId: idOf(event) }],
  TOOL_CALL_RESULT: (event) => {
    return [{ type: 'result', toolCallId: idOf(event), output: outputOf(event.any('content')) }]
  },
  TOOL_CALL_CHUNK: addCallChunk,
  MESSAGES_SNAPSHOT: (event, state) => {
    state.snapshot = lastAnswer(event.any('messages'))
    return []
  },
  // An agent that does not stream text only sends it in a snapshot.
  RUN_FINISHED: (event, { hasText, snapshot }) => {
    if (fieldsOf(event.any('outcome')).text('type') === 'cancelled') {
      throw new DeliveryError('cut-short', 'the agent cancelled the run')
    }
    return [{ type: 'text', delta: hasText ? '' : snapshot }, { type: 'finished' }]
  },
  RUN_ERROR: (event) => {
    throw agentFailed('RUN_ERROR', event.text('message'))
  },
}

/** A call in chunks ends with the next event of another kind. */
const EVENTS = Object.fromEntries(
  Object.entries(READERS).map(([type, read]): [string, Read] => {
    if (type === 'TOOL_CALL_CHUNK') return [type, read]
    return [type, (event, state) => [...endChunks(state), ...read(event, state)]]
  }),
)

function startText(event: Fields, { ignored }: RunState): WireEvent[] {
  const messageId = event.text('messageId')
  const isOwn = (event.text('role') ?? 'assistant') === 'assistant'
  if (messageId !== undefined && !isOwn) ignored.add(messageId)
  return []
}

function addText(event: Fields, state: RunState): WireEvent[] {
  const messageId = event.text('messageId')
  const delta = event.text('delta', 'content') ?? ''
  if (messageId !== undefined && state.ignored.has(messageId)) return []
  state.hasText ||= delta !== ''
  return [{ type: 'text', delta, messageId }]
}

function addCallChunk(event: Fields, state: RunState): WireEvent[] {
  const id = idOf(event, state.call)
  const input = callInput(id, event.any('delta', 'args'))
  if (id === state.call) return input
  const ended = endChunks(state)
  state.call = id
  return [...ended, callStart(event, id), ...input]
}

function endChunks(state: RunState): WireEvent[] {
  const toolCallId = state.call
  state.call = undefined
  return toolCallId === undefined ? [] : [{ type: 'call-end', toolCallId }]
}

/** The text of the assistant after the last message of the user. */
function lastAnswer(messages: unknown): string {
  const all = Array.isArray(messages) ? messages.map(fieldsOf) : []
  return all
    .slice(all.findLastIndex((message) => message.text('role') === 'user') + 1)
    .filter((message) => message.text('role') === 'assistant')
    .map((message) => message.text('content') ?? '')
    .filter((text) => text !== '')
    .join('\n\n')
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
