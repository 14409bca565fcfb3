import { serverSentEvents } from '../frames.ts'
import {
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  type RunToolCall,
  toolDefinitions,
} from '../run-input.ts'
import { LINES } from './json-lines.ts'
import {
  type EventTable,
  eventReader,
  idOf,
  looseFraming,
  readCallStart,
  type Wire,
} from './wire.ts'

/** The chat transport of the AI SDK: UI messages in, a UI message stream out. */
export const uiMessageStream: Wire = {
  accept: 'text/event-stream, application/x-ndjson;q=0.9',
  acceptsToolResults: true,
  body,
  framing: (mediaType) => (mediaType === '' ? serverSentEvents : looseFraming(mediaType)),
  open: () => eventReader({ ...LINES, ...PARTS }),
}

function body(
  { threadId, runId, messages, tools }: RunInput,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  const results = new Map(messages.map((message) => [message.toolCallId, message]))
  return {
    id: threadId,
    runId,
    agentId,
    trigger: 'submit-message',
    messages: messages
      .filter(({ role }) => role !== 'tool')
      .map((message) => toUiMessage(message, results)),
    ...(tools.length > 0 && { tools: toolDefinitions(tools) }),
  }
}

type Results = ReadonlyMap<string | undefined, RunMessage>

/** A call and its result are one part of the message with the call. */
function toUiMessage({ id, role, content, toolCalls = [] }: RunMessage, results: Results) {
  const text = content ? [{ type: 'text', text: content }] : []
  const calls = toolCalls.map((call) => callPart(call, results.get(call.toolCallId)))
  return { id, role, parts: [...text, ...calls] }
}

function callPart({ toolCallId, toolName, input }: RunToolCall, result: RunMessage | undefined) {
  const call = { type: 'dynamic-tool', toolCallId, toolName, input }
  if (!result) return { ...call, state: 'input-available' }
  return { ...call, state: 'output-available', output: result.content }
}

/** Adapters for chat platforms send JSON lines, which are read beside these. */
const PARTS: EventTable = {
  start: 'nothing',
  'text-delta': (part) => {
    return [{ type: 'text', delta: part.text('delta', 'text') ?? '', messageId: part.text('id') }]
  },
  'text-end': 'text-end',
  'tool-input-start': 'call-start',
  'tool-input-delta': 'call-input',
  'tool-input-available': (part) => {
    const toolCallId = idOf(part)
    const text = JSON.stringify(part.any('input') ?? {})
    return [
      ...readCallStart(part),
      { type: 'call-input', toolCallId, text, isComplete: true },
      { type: 'call-end', toolCallId },
    ]
  },
  'tool-output-available': 'result',
  finish: 'end',
  error: 'error',
  abort: 'cancelled',
}
