import * as z from 'zod'
import { ClientMessages } from '../agent/client-messages.ts'
import type { CollectedRun } from '../agent/collect-run.ts'
import { FrontendTools } from '../agent/frontend-tool.ts'
import type { RunInput } from '../agent/run.ts'
import { OptionalRunId, type ToolCall } from '../agent/run-event.ts'
import { SSE_DONE, SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import { type Exchange, eventWriter, type StreamProtocol, textBlocks } from './protocol.ts'

const Thread = z.union([z.object({ id: OptionalRunId }).transform(({ id }) => id), OptionalRunId])

const UNSUPPORTED = 'is not supported: the agent answers in text'

/** Settings of a model or a memory, which Mastra's agents have, are ignored. */
export const GenerateRequest = z
  .object({
    messages: ClientMessages,
    clientTools: FrontendTools,
    runId: OptionalRunId,
    threadId: OptionalRunId,
    memory: z.object({ thread: Thread }).nullish(),
    structuredOutput: z.null(UNSUPPORTED).optional().describe('Not supported.'),
    output: z.null(UNSUPPORTED).optional().describe('Not supported.'),
  })
  .meta({ id: 'GenerateRequest' })

/** Reads a request for `generate` or `stream`, of Mastra's client or a simpler one. */
export function readMastraRequest(body: unknown): RunInput {
  const { messages, clientTools, runId, threadId, memory } = parse(GenerateRequest, body)
  return {
    threadId: threadId ?? memory?.thread ?? crypto.randomUUID(),
    runId: runId ?? crypto.randomUUID(),
    messages,
    frontendTools: clientTools,
  }
}

/** The stream that Mastra's client reads: each event is a chunk with a payload. */
export const mastra: StreamProtocol = {
  headers: SSE_HEADERS,
  keepAlive: SSE_KEEP_ALIVE,
  open,
  operationId: 'streamAgent',
  summary: 'Ask an agent by its id and stream the answer for Mastra’s client',
  request: GenerateRequest,
  events:
    'Chunks start, step-start, text-start, -delta and -end, tool-call, tool-result and ' +
    'step-finish. The last chunk is finish or error.',
}

function open(body: unknown): Exchange {
  const input = readMastraRequest(body)
  const toChunks = createWriter()
  return {
    input,
    encode(event) {
      const chunks = toChunks(event).map(({ type, ...payload }) => {
        return { type, runId: input.runId, from: 'AGENT', payload }
      })
      return sse(chunks) + (event.type === 'run-end' ? SSE_DONE : '')
    },
  }
}

interface Chunk {
  type: string
  [field: string]: unknown
}

function createWriter() {
  let messageId = ''
  const block = textBlocks<Chunk>({
    start: () => ({ type: 'text-start', id: messageId }),
    delta: (text) => ({ type: 'text-delta', id: messageId, text }),
    end: () => ({ type: 'text-end', id: messageId }),
  })

  return eventWriter<Chunk>({
    'run-start': (event) => {
      messageId = event.messageId
      return [
        { type: 'start', messageId },
        { type: 'step-start', messageId },
      ]
    },
    'text-delta': ({ delta }) => block.text(delta),
    'tool-call': (event) => [...block.end(), { type: 'tool-call', ...calledWith(event) }],
    'tool-result': ({ toolCallId, toolName, output: result }) => [
      { type: 'tool-result', toolCallId, toolName, result },
    ],
    'frontend-call-start': ({ toolCallId, toolName }) => [
      ...block.end(),
      { type: 'tool-call-input-streaming-start', toolCallId, toolName },
    ],
    'frontend-call-delta': ({ toolCallId, delta: argsTextDelta }) => [
      { type: 'tool-call-delta', toolCallId, argsTextDelta },
    ],
    'frontend-call-end': (event) => [
      { type: 'tool-call-input-streaming-end', toolCallId: event.toolCallId },
      { type: 'tool-call', ...calledWith(event) },
    ],
    'run-end': ({ finishReason: reason, usage }) => {
      const finished = { stepResult: { reason, isContinued: false }, output: { usage } }
      return [
        ...block.end(),
        { type: 'step-finish', ...finished, metadata: {} },
        { type: 'finish', ...finished, usage, metadata: {} },
      ]
    },
    'run-error': ({ message, code }) => [
      ...block.end(),
      { type: 'error', error: { name: 'Error', message, code } },
    ],
  })
}

function calledWith({ toolCallId, toolName, input: args }: ToolCall) {
  return { toolCallId, toolName, args }
}

/** The answer of `generate`, with everything that Mastra's client reads. */
export function mastraAnswer(run: CollectedRun) {
  const { text, toolResults, pendingToolCalls, finishReason, usage } = run
  const results = toolResults.map((one) => ({ ...calledWith(one), result: one.output }))
  return {
    text,
    toolCalls: [...toolResults, ...pendingToolCalls].map(calledWith).map((call) => {
      return { ...call, type: 'tool-call' as const, payload: call }
    }),
    toolResults: results.map((result) => {
      return { ...result, type: 'tool-result' as const, payload: result }
    }),
    finishReason,
    usage,
    totalUsage: usage,
    response: { messages: responseMessages(run) },
  }
}

/** The messages of a run, which the client sends along with its next request. */
function responseMessages({ text, toolResults, pendingToolCalls }: CollectedRun) {
  const texts = text === '' ? [] : [{ type: 'text', text }]
  const calls = (list: readonly ToolCall[]) =>
    list.map((call) => ({ type: 'tool-call', ...calledWith(call), input: call.input }))
  const results = toolResults.map(({ toolCallId, toolName, output: result }) => {
    const output = { type: 'json', value: result }
    return { type: 'tool-result', toolCallId, toolName, result, output }
  })
  return [
    { role: 'assistant', content: calls(toolResults) },
    { role: 'tool', content: results },
    { role: 'assistant', content: [...texts, ...calls(pendingToolCalls)] },
  ].filter(({ content }) => content.length > 0)
}
