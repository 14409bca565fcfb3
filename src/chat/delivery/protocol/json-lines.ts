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
  malformed,
  type ProtocolEvent,
  readAs,
  readTyped,
  type Typed,
} from './agent-protocol.ts'

/** The content types that frameworks send for a stream of lines, if they send any. */
const LINES = /^$|^application\/(x-)?(ndjson|jsonlines|jsonl|json|octet-stream)$|^text\/plain$/

/** Some agents send server-sent events with a content type of plain text. */
const DATA_PREFIX = /^data:\s*/
const NO_DATA = /^(:|event:|id:|retry:)/

/** One JSON object in, one JSON object per line out. */
export const jsonLines: AgentProtocol = {
  accept: 'application/x-ndjson, text/event-stream;q=0.9',
  acceptsToolResults: true,
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open: () => readLine,
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

const Text = z.string().nullish()

const Anything = z.unknown().optional()

const ErrorLine = z.object({ message: Text, error: Text }).catch({})

const TextLine = z.object({ content: Text, delta: Text })

const CallLine = z
  .object({
    tool_call_id: Text,
    toolCallId: Text,
    tool_name: Text,
    toolName: Text,
    args: Anything,
    arguments: Anything,
    delta: Text,
    result: Anything,
    content: Anything,
  })
  .transform((line) => {
    const toolName = line.tool_name ?? line.toolName ?? undefined
    const toolCallId = line.tool_call_id ?? line.toolCallId ?? toolName
    const input = line.args ?? line.arguments ?? line.delta
    return { toolCallId, toolName, input, output: line.result ?? line.content }
  })

const readLine: FrameReader = (frame) => {
  if (NO_DATA.test(frame)) return []
  const text = frame.replace(DATA_PREFIX, '')
  if (text === '[DONE]') return [{ type: 'finished' }]
  return readTypedLine(readTyped(text))
}

/** Reads one line. Unknown types are ignored. */
export function readTypedLine(line: Typed): ProtocolEvent[] {
  switch (line.type) {
    case 'text_delta':
      return readText(line)
    case 'tool_call_start':
    case 'tool_call_args':
    case 'tool_call_end':
    case 'tool_result':
      return readCall(line.type, line)
    case 'done':
      return [{ type: 'finished' }]
    case 'error':
      throw errorIn(line)
    default:
      return []
  }
}

function errorIn(line: Typed) {
  const { message, error } = ErrorLine.parse(line)
  const agentMessage = message ?? error
  return new DeliveryError('agent-failed', 'the agent sent an error line', { agentMessage })
}

function readText(line: Typed): ProtocolEvent[] {
  const { content, delta } = readAs(TextLine, line, 'the content of a text_delta is not a string')
  return [{ type: 'text', delta: content ?? delta ?? '' }]
}

type CallType = 'tool_call_start' | 'tool_call_args' | 'tool_call_end' | 'tool_result'

function readCall(type: CallType, line: Typed): ProtocolEvent[] {
  const { toolCallId, toolName, input, output } = readAs(CallLine, line, `a ${type} is invalid`)
  if (toolCallId === undefined) throw malformed(`a ${type} has no tool_call_id`)

  switch (type) {
    case 'tool_call_start':
      if (toolName === undefined) throw malformed(`a ${type} has no tool_name`)
      return [{ type: 'call-start', toolCallId, toolName }]
    case 'tool_call_args':
      return input === undefined || input === null ? [] : [inputEvent(toolCallId, input)]
    case 'tool_call_end':
      return [{ type: 'call-end', toolCallId }]
    case 'tool_result':
      return [{ type: 'result', toolCallId, toolName, output: output ?? null }]
  }
}

/** The input comes as one object, or as parts of its JSON text. */
function inputEvent(toolCallId: string, input: unknown): ProtocolEvent {
  const isComplete = typeof input !== 'string'
  const text = isComplete ? JSON.stringify(input) : input
  return { type: 'call-input', toolCallId, text, isComplete }
}
