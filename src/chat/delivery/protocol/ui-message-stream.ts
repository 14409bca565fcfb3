import * as z from 'zod'
import { tryParseJson } from '../../../core/json.ts'
import { DeliveryError } from '../delivery-error.ts'
import { serverSentEvents } from '../frames.ts'
import {
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  type RunToolCall,
  toolDefinitions,
} from '../run-input.ts'
import {
  type AgentProtocol,
  type FrameReader,
  type FrameType,
  on,
  readTyped,
} from './agent-protocol.ts'
import { jsonLines, readTypedLine } from './json-lines.ts'

/**
 * The chat transport of the AI SDK 5: UI messages in, a UI message stream out. JSON lines are read
 * too, as adapters for chat platforms send them.
 */
export const uiMessageStream: AgentProtocol = {
  accept: 'text/event-stream, application/x-ndjson;q=0.9',
  acceptsToolResults: true,
  body,
  framing: (mediaType) => (mediaType === '' ? serverSentEvents : jsonLines.framing(mediaType)),
  open: () => readPart,
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
  const call = { type: 'dynamic-tool', toolCallId, toolName, input: tryParseJson(input) ?? {} }
  if (!result) return { ...call, state: 'input-available' }
  return { ...call, state: 'output-available', output: result.content }
}

const Anything = z.unknown().optional()

const ErrorPart = z.object({ errorText: z.string().optional() })
const TextDelta = z.object({ delta: z.string() })
const Call = z.object({ toolCallId: z.string() })
const CallStart = z.object({ ...Call.shape, toolName: z.string() })
const CallDelta = z.object({ ...Call.shape, inputTextDelta: z.string() })
const CallInput = z.object({ ...CallStart.shape, input: Anything })
const CallOutput = z.object({ ...Call.shape, output: Anything })

const PARTS = new Map<string, FrameType>([
  ['text-delta', on(TextDelta, ({ delta }) => [{ type: 'text', delta }])],
  ['finish', () => [{ type: 'finished' }]],
  [
    'error',
    on(ErrorPart, ({ errorText: agentMessage }) => {
      throw new DeliveryError('agent-failed', 'the agent sent an error part', { agentMessage })
    }),
  ],
  [
    'abort',
    () => {
      throw new DeliveryError('cut-short', 'the agent cancelled the run')
    },
  ],
  ['tool-input-start', on(CallStart, (call) => [{ type: 'call-start', ...call }])],
  [
    'tool-input-delta',
    on(CallDelta, ({ toolCallId, inputTextDelta: text }) => {
      return [{ type: 'call-input', toolCallId, text, isComplete: false }]
    }),
  ],
  [
    'tool-input-available',
    on(CallInput, ({ toolCallId, toolName, input }) => [
      { type: 'call-start', toolCallId, toolName },
      { type: 'call-input', toolCallId, text: JSON.stringify(input) ?? '', isComplete: true },
      { type: 'call-end', toolCallId },
    ]),
  ],
  [
    'tool-output-available',
    on(CallOutput, ({ toolCallId, output = null }) => [{ type: 'result', toolCallId, output }]),
  ],
])

const readPart: FrameReader = (frame) => {
  if (frame === '[DONE]') return [{ type: 'finished' }]
  const part = readTyped(frame.replace(/^data:\s*/, ''))
  return PARTS.get(part.type)?.(part, undefined) ?? readTypedLine(part)
}
