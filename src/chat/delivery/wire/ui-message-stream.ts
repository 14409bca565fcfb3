import * as z from 'zod'
import type {
  AgentQuestion,
  QuestionMessage,
  QuestionToolCall,
  RegisteredAgent,
} from '../agent-question.ts'
import { DeliveryFailure } from '../delivery-failure.ts'
import { serverSentEvents } from '../framing/server-sent-events.ts'
import { readAs, readTyped, type Typed } from '../read-json.ts'
import { jsonLines, readTypedLine } from './json-lines.ts'
import { offeredTools } from './offered-tools.ts'
import type { FrameReader, Wire, WireEvent } from './wire.ts'

/**
 * The AI SDK's chat transport, version 5: UI messages in, its UI message stream out. Answers in
 * JSON lines are understood too, which adapters to a chat platform write.
 */
export const uiMessageStream: Wire = {
  accept: 'text/event-stream, application/x-ndjson;q=0.9',
  tellsResults: true,
  body,
  framing: (mediaType) => (mediaType === '' ? serverSentEvents : jsonLines.framing(mediaType)),
  open: () => readPart,
}

function body(
  { threadId, runId, messages, tools }: AgentQuestion,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
) {
  const answers = new Map(messages.map((message) => [message.toolCallId, message]))
  return {
    id: threadId,
    runId,
    agentId,
    trigger: 'submit-message',
    messages: messages
      .filter(({ role }) => role !== 'tool')
      .map((message) => messageOf(message, answers)),
    ...(tools.length > 0 && { tools: offeredTools(tools) }),
  }
}

type Answers = ReadonlyMap<string | undefined, QuestionMessage>

/** A call and its answer are one part of the message that made the call. */
function messageOf({ id, role, content, toolCalls = [] }: QuestionMessage, answers: Answers) {
  const text = content ? [{ type: 'text', text: content }] : []
  const calls = toolCalls.map((call) => callPart(call, answers.get(call.id)))
  return { id, role, parts: [...text, ...calls] }
}

function callPart({ id, name, args }: QuestionToolCall, answer: QuestionMessage | undefined) {
  const call = { type: 'dynamic-tool', toolCallId: id, toolName: name, input: inputOf(args) }
  if (!answer) return { ...call, state: 'input-available' }
  return { ...call, state: 'output-available', output: answer.content }
}

function inputOf(args: string): unknown {
  try {
    return JSON.parse(args)
  } catch {
    return {}
  }
}

const Anything = z.unknown().optional()

const ErrorPart = z.object({ errorText: z.string().optional() })
const TextDelta = z.object({ delta: z.string() })
const Call = z.object({ toolCallId: z.string() })
const CallStart = z.object({ ...Call.shape, toolName: z.string() })
const CallDelta = z.object({ ...Call.shape, inputTextDelta: z.string() })
const CallInput = z.object({ ...CallStart.shape, input: Anything })
const CallOutput = z.object({ ...Call.shape, output: Anything })

const readPart: FrameReader = (frame) => {
  if (frame === '[DONE]') return [{ type: 'finished' }]
  const part = readTyped(frame.replace(/^data:\s*/, ''))
  const wrong = `a ${part.type} part cannot be read`

  switch (part.type) {
    case 'text-delta':
      return [{ type: 'text', delta: readAs(TextDelta, part, wrong).delta }]
    case 'finish':
      return [{ type: 'finished' }]
    case 'error': {
      const agentMessage = readAs(ErrorPart, part, wrong).errorText
      throw new DeliveryFailure('agent-failed', 'the agent sent an error part', { agentMessage })
    }
    case 'abort':
      throw new DeliveryFailure('cut-short', 'the agent cancelled its run')
    default:
      return part.type.startsWith('tool-') ? readCall(part, wrong) : readTypedLine(part)
  }
}

function readCall(part: Typed, wrong: string): WireEvent[] {
  switch (part.type) {
    case 'tool-input-start': {
      const { toolCallId: id, toolName: name } = readAs(CallStart, part, wrong)
      return [{ type: 'call-start', id, name }]
    }
    case 'tool-input-delta': {
      const { toolCallId: id, inputTextDelta: text } = readAs(CallDelta, part, wrong)
      return [{ type: 'call-args', id, text, isWhole: false }]
    }
    case 'tool-input-available': {
      const { toolCallId: id, toolName: name, input } = readAs(CallInput, part, wrong)
      return [
        { type: 'call-start', id, name },
        { type: 'call-args', id, text: JSON.stringify(input) ?? '', isWhole: true },
        { type: 'call-end', id },
      ]
    }
    case 'tool-output-available': {
      const { toolCallId: id, output } = readAs(CallOutput, part, wrong)
      return [{ type: 'result', id, result: output ?? null }]
    }
    default:
      return []
  }
}
