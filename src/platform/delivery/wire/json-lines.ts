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
  type EventTable,
  eventReader,
  idOf,
  looseFraming,
  type Wire,
} from './wire.ts'

/** One JSON object in, one JSON object per line out. */
export const jsonLines: Wire = {
  accept: 'application/x-ndjson, text/event-stream;q=0.9',
  acceptsToolResults: true,
  body,
  framing: looseFraming,
  open: () => eventReader(LINES, undefined),
}

function body(
  { threadId, runId, messages, tools }: RunInput,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  return {
    agent_id: agentId,
    thread_id: threadId,
    run_id: runId,
    messages: messages.map(toChatMessage),
    ...(tools.length > 0 && { tools: toolDefinitions(tools) }),
  }
}

/** Calls and results are in the format of chat models, for agents that pass them on. */
function toChatMessage({ role, content, toolCalls = [], toolCallId }: RunMessage) {
  return {
    role,
    content,
    ...(toolCalls.length > 0 && { tool_calls: functionCalls(toolCalls) }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  }
}

/** A call without an id has the name of its tool as its id. */
export const LINES: EventTable<undefined> = {
  text_start: () => [],
  text_delta: (line) => {
    const delta = line.text('content', 'delta', 'text') ?? ''
    return [{ type: 'text', delta, messageId: line.text('messageId') }]
  },
  text_end: () => [{ type: 'text-end' }],
  text_done: () => [{ type: 'text-end' }],
  tool_call_start: (line) => [callStart(line, idOf(line, line.text('toolName')))],
  tool_call_args: (line) => {
    const input = line.any('args', 'arguments', 'delta', 'input')
    return callInput(idOf(line, line.text('toolName')), input)
  },
  tool_call_end: (line) => [{ type: 'call-end', toolCallId: idOf(line, line.text('toolName')) }],
  tool_result: (line) => {
    const toolName = line.text('toolName')
    const output = line.any('result', 'content', 'output') ?? null
    return [{ type: 'result', toolCallId: idOf(line, toolName), toolName, output }]
  },
  done: () => [{ type: 'finished' }],
  error: (line) => {
    throw agentFailed('an error line', line.text('message', 'error'))
  },
}
