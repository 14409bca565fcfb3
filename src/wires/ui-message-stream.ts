import type { UIMessageChunk } from 'ai'
import * as z from 'zod'
import { productsOf } from '../core/follow-ups.ts'
import { isRecord } from '../core/json.ts'
import type { Message, RunInput, ToolCall } from '../core/run.ts'
import { SSE_DONE, SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import { askerContext } from './asker.ts'
import { ClientMessages } from './client-messages.ts'
import {
  type EventTable,
  eventReader,
  idOf,
  inputJson,
  looseFraming,
  readCallStart,
} from './event-table.ts'
import { FrontendTools } from './frontend-tool.ts'
import { LINES } from './ndjson.ts'
import {
  type CalledWire,
  type Exchange,
  eventWriter,
  isLast,
  OptionalRunId,
  type StreamWire,
  Suggestions,
  textBlocks,
  toolDefinitions,
} from './wire.ts'

/** The request of the AI SDK's chat transport. Fields that an application adds are ignored. */
const UiChatRequest = z
  .object({
    id: OptionalRunId.describe('The id of the chat, which becomes the thread.'),
    messages: ClientMessages.describe('UI messages, oldest first.'),
    tools: FrontendTools,
    suggestions: Suggestions,
  })
  .meta({ id: 'UiChatRequest' })

/** The AI SDK's UI message stream, version 1 (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol). */
export const uiMessageStream: StreamWire & CalledWire = {
  headers: { ...SSE_HEADERS, 'x-vercel-ai-ui-message-stream': 'v1' },
  keepAlive: SSE_KEEP_ALIVE,
  open,
  operationId: 'uiChat',
  summary: 'Ask the agent with the AI SDK and stream the answer as a UI message',
  request: UiChatRequest,
  events:
    'Chunks start, start-step, text-start, -delta and -end, tool-input-start, -delta and ' +
    '-available, tool-output-available and finish-step. The last chunk is finish or error.',
  item: 'UiMessageChunk',
  accept: 'text/event-stream, application/x-ndjson;q=0.9',
  acceptsToolResults: true,
  body,
  framing: (mediaType) => (mediaType === '' ? 'events' : looseFraming(mediaType)),
  decode: (run) => eventReader({ ...LINES, ...PARTS }, run),
}

function open(body: unknown): Exchange {
  const { id, messages, tools, suggestions } = parse(UiChatRequest, body)
  const toChunks = createWriter(continuedMessageId(body))
  const chatId = id ?? crypto.randomUUID()
  return {
    input: {
      threadId: chatId,
      runId: crypto.randomUUID(),
      messages,
      frontendTools: tools,
      suggestions: suggestions ?? false,
    },
    chatId,
    encode: (event) => sse(toChunks(event)) + (isLast(event) ? SSE_DONE : ''),
  }
}

/** A request that ends with an assistant's message brings results; the answer continues it. */
function continuedMessageId(body: unknown): string | undefined {
  const messages = isRecord(body) ? body.messages : undefined
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  const isContinued = isRecord(last) && last.role === 'assistant' && typeof last.id === 'string'
  return isContinued ? String(last.id) : undefined
}

/**
 * Calls separate blocks of text. A result ends its step, because clients that run calls look for
 * them in the last step, where they must not find calls that ran here.
 */
function createWriter(continuedId: string | undefined) {
  let blocks = 0
  const cited = new Set<string>()
  const block = textBlocks<UIMessageChunk>({
    start: () => ({ type: 'text-start', id: `text-${++blocks}` }),
    delta: (delta) => ({ type: 'text-delta', id: `text-${blocks}`, delta }),
    end: () => ({ type: 'text-end', id: `text-${blocks}` }),
  })

  /** The products of a result that no earlier one had. */
  function sources(result: unknown): UIMessageChunk[] {
    return productsOf(result).flatMap(({ id, name, url }) => {
      if (url === null || cited.has(id)) return []
      cited.add(id)
      return [{ type: 'source-url', sourceId: id, url, title: name }]
    })
  }

  return eventWriter<UIMessageChunk>({
    'run-start': ({ runId, messageId = runId }) => [
      { type: 'start', messageId: continuedId ?? messageId },
      { type: 'start-step' },
    ],
    'text-delta': ({ delta }) => block.text(delta),
    'tool-call-start': ({ toolCallId, toolName }) => [
      ...block.end(),
      { type: 'tool-input-start', toolCallId, toolName },
    ],
    'tool-call-delta': ({ toolCallId, delta }) => [
      { type: 'tool-input-delta', toolCallId, inputTextDelta: delta },
    ],
    'tool-call': ({ toolCallId, toolName, input }) => [
      { type: 'tool-input-available', toolCallId, toolName, input },
    ],
    'tool-result': ({ toolCallId, result: output }) => [
      { type: 'tool-output-available', toolCallId, output },
      ...sources(output),
      { type: 'finish-step' },
      { type: 'start-step' },
    ],
    // Clients reject an unknown reason.
    'run-end': ({ finishReason, suggestions }) => [
      ...block.end(),
      ...(suggestions ? [{ type: 'data-suggestions' as const, data: suggestions }] : []),
      { type: 'finish-step' },
      { type: 'finish', finishReason: FinishReason.parse(finishReason) },
    ],
    // A run that was stopped has not failed.
    'run-error': ({ code, message }) => [
      ...block.end(),
      code === 'cancelled'
        ? { type: 'abort', reason: message }
        : { type: 'error', errorText: message },
    ],
  })
}

const FinishReason = z
  .enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'])
  .catch('other')

function body(input: RunInput, agentId: string) {
  const { threadId, runId, messages } = input
  const tools = toolDefinitions(input)
  const results = new Map(messages.map((message) => [message.toolCallId, message]))
  return {
    id: threadId,
    runId,
    agentId,
    trigger: 'submit-message',
    ...askerContext(input),
    messages: messages
      .filter(({ role }) => role !== 'tool')
      .map((message) => toUiMessage(message, results)),
    ...(tools.length > 0 && { tools }),
  }
}

type Results = ReadonlyMap<string | undefined, Message>

/** A call and its result are one part of the message with the call. */
function toUiMessage({ id, role, content, toolCalls }: Message, results: Results) {
  const text = content ? [{ type: 'text', text: content }] : []
  const calls = toolCalls.map((call) => callPart(call, results.get(call.toolCallId)))
  return { id, role, parts: [...text, ...calls] }
}

function callPart({ toolCallId, toolName, input }: ToolCall, result: Message | undefined) {
  const call = { type: 'dynamic-tool', toolCallId, toolName, input }
  if (!result) return { ...call, state: 'input-available' }
  return { ...call, state: 'output-available', output: result.content }
}

/** Adapters for chat platforms send JSON lines, which are read beside these. */
const PARTS: EventTable = {
  start: 'start',
  'text-delta': (part, run) => run.text(part.text('delta', 'text') ?? '', part.text('id')),
  'text-end': 'text-end',
  'tool-input-start': 'call-start',
  'tool-input-delta': 'call-input',
  'tool-input-available': (part, run) => {
    const toolCallId = idOf(part)
    readCallStart(part, run)
    run.addInput(toolCallId, inputJson(part.any('input') ?? {}), true)
    run.endCall(toolCallId)
  },
  'tool-output-available': 'result',
  finish: 'end',
  error: 'error',
  abort: 'cancelled',
}
