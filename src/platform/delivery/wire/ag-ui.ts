import type { EventType, Message, RunAgentInput } from '@ag-ui/core'
import {
  functionCalls,
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  toolDefinitions,
} from '../run-input.ts'
import {
  callInput,
  type EventTable,
  eventReader,
  fieldsOf,
  idOf,
  type Meaning,
  type Read,
  readAs,
  readCallStart,
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
  open: () => eventReader(agUiEvents()),
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

/** The events of one run. Those that a chat does not need are ignored. */
function agUiEvents(): EventTable {
  /** Messages with a role other than assistant: their text is ignored. */
  const ignored = new Set<string>()
  /** The call that is sent in chunks. It ends with the next event of another kind. */
  let call: string | undefined
  let hasText = false
  /** The last answer in the latest snapshot of the conversation. */
  let snapshot = ''

  const startText: Read = (event) => {
    const messageId = event.text('messageId')
    const isOwn = (event.text('role') ?? 'assistant') === 'assistant'
    if (messageId !== undefined && !isOwn) ignored.add(messageId)
    return []
  }

  const addText: Read = (event) => {
    const messageId = event.text('messageId')
    const delta = event.text('delta', 'content') ?? ''
    if (messageId !== undefined && ignored.has(messageId)) return []
    hasText ||= delta !== ''
    return [{ type: 'text', delta, messageId }]
  }

  const addCallChunk: Read = (event) => {
    const id = idOf(event, call)
    const input = callInput(event, id)
    if (id === call) return input
    const ended = endChunks()
    call = id
    return [...ended, ...readCallStart(event), ...input]
  }

  function endChunks(): WireEvent[] {
    const toolCallId = call
    call = undefined
    return toolCallId === undefined ? [] : [{ type: 'call-end', toolCallId }]
  }

  const meanings: Partial<Record<`${EventType}`, Meaning>> = {
    RUN_STARTED: 'nothing',
    TEXT_MESSAGE_START: startText,
    TEXT_MESSAGE_CONTENT: addText,
    TEXT_MESSAGE_CHUNK: (event) => [...startText(event), ...addText(event)],
    TEXT_MESSAGE_END: 'text-end',
    TOOL_CALL_START: 'call-start',
    TOOL_CALL_ARGS: 'call-input',
    TOOL_CALL_END: 'call-end',
    TOOL_CALL_RESULT: (event) => {
      return [{ type: 'result', toolCallId: idOf(event), output: outputOf(event.any('content')) }]
    },
    MESSAGES_SNAPSHOT: (event) => {
      snapshot = lastAnswer(event.any('messages'))
      return []
    },
    // An agent that does not stream text only sends it in a snapshot.
    RUN_FINISHED: (event) => {
      if (fieldsOf(event.any('outcome')).text('type') === 'cancelled') readAs('cancelled', event)
      return [{ type: 'text', delta: hasText ? '' : snapshot }, { type: 'finished' }]
    },
    RUN_ERROR: 'error',
  }
  const others = Object.entries(meanings).map(([type, meaning]): [string, Read] => {
    return [type, (event) => [...endChunks(), ...readAs(meaning, event)]]
  })
  return { ...Object.fromEntries(others), TOOL_CALL_CHUNK: addCallChunk }
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
