import {
  functionCalls,
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  toolDefinitions,
} from '../run-input.ts'
import { type EventTable, eventReader, looseFraming, type Wire } from './wire.ts'

/** One JSON object in, one JSON object per line out. */
export const jsonLines: Wire = {
  accept: 'application/x-ndjson, text/event-stream;q=0.9',
  acceptsToolResults: true,
  body,
  framing: looseFraming,
  open: () => eventReader(LINES),
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

export const LINES: EventTable = {
  text_start: 'nothing',
  text_delta: 'text',
  text_end: 'text-end',
  text_done: 'text-end',
  tool_call_start: 'call-start',
  tool_call_args: 'call-input',
  tool_call_end: 'call-end',
  tool_result: 'result',
  done: 'end',
  error: 'error',
}
