import * as z from 'zod'
import type { AgentQuestion, QuestionMessage, RegisteredAgent } from '../agent-question.ts'
import { DeliveryFailure } from '../delivery-failure.ts'
import { lines } from '../framing/lines.ts'
import { serverSentEvents } from '../framing/server-sent-events.ts'
import { malformed, readAs, readTyped, type Typed } from '../read-json.ts'
import { offeredTools } from './offered-tools.ts'
import type { FrameReader, Wire, WireEvent } from './wire.ts'

/** What frameworks call a stream of lines, when they call it anything. */
const LINES = /^$|^application\/(x-)?(ndjson|jsonlines|jsonl|json|octet-stream)$|^text\/plain$/

/** Some agents write lines in the dress of server-sent events and say that they are text. */
const DRESS = /^data:\s*/
const NO_DATA = /^(:|event:|id:|retry:)/

/** One JSON object a line, in and out. */
export const jsonLines: Wire = {
  accept: 'application/x-ndjson, text/event-stream;q=0.9',
  tellsResults: true,
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open: () => readLine,
}

function body(
  { threadId, runId, messages, tools }: AgentQuestion,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  return {
    agent_id: agentId,
    thread_id: threadId,
    run_id: runId,
    messages: messages.map(messageOf),
    ...(tools.length > 0 && { tools: offeredTools(tools) }),
  }
}

/** Calls and their answers stand as chat models know them, for agents that pass them on. */
function messageOf({ role, content, toolCalls = [], toolCallId }: QuestionMessage) {
  const calls = toolCalls.map(({ id, name, args }) => {
    return { id, type: 'function', function: { name, arguments: args } }
  })
  return {
    role,
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
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
    const name = line.tool_name ?? line.toolName ?? undefined
    const id = line.tool_call_id ?? line.toolCallId ?? name
    const args = line.args ?? line.arguments ?? line.delta
    return { id, name, args, result: line.result ?? line.content }
  })

const readLine: FrameReader = (frame) => {
  if (NO_DATA.test(frame)) return []
  const text = frame.replace(DRESS, '')
  if (text === '[DONE]') return [{ type: 'finished' }]
  return readTypedLine(readTyped(text))
}

/** One line of this vocabulary; what it does not know is passed over. */
export function readTypedLine(line: Typed): WireEvent[] {
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
  return new DeliveryFailure('agent-failed', 'the agent sent an error line', { agentMessage })
}

function readText(line: Typed): WireEvent[] {
  const { content, delta } = readAs(TextLine, line, 'the content of a text_delta is no text')
  return [{ type: 'text', delta: content ?? delta ?? '' }]
}

type CallType = 'tool_call_start' | 'tool_call_args' | 'tool_call_end' | 'tool_result'

function readCall(type: CallType, line: Typed): WireEvent[] {
  const { id, name, args, result } = readAs(CallLine, line, `a ${type} cannot be read`)
  if (id === undefined) throw malformed(`a ${type} names no call`)

  switch (type) {
    case 'tool_call_start':
      if (name === undefined) throw malformed(`a ${type} names no tool`)
      return [{ type: 'call-start', id, name }]
    case 'tool_call_args':
      return args === undefined || args === null ? [] : [argsOf(id, args)]
    case 'tool_call_end':
      return [{ type: 'call-end', id }]
    case 'tool_result':
      return [{ type: 'result', id, name, result: result ?? null }]
  }
}

/** Arguments come as one object or as fragments of its text. */
function argsOf(id: string, args: unknown): WireEvent {
  if (typeof args === 'string') return { type: 'call-args', id, text: args, isWhole: false }
  return { type: 'call-args', id, text: JSON.stringify(args), isWhole: true }
}
