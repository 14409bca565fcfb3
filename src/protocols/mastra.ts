import * as z from 'zod'
import { ClientMessages } from '../agent/client-messages.ts'
import type { CollectedRun } from '../agent/collect-run.ts'
import { FrontendTools } from '../agent/frontend-tool.ts'
import type { RunInput } from '../agent/run-agent.ts'
import { OptionalRunId, type RunEvent, type ToolCall } from '../agent/run-event.ts'
import { SSE_DONE, SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import type { Exchange, StreamProtocol } from './protocol.ts'

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
    frontendTools: clientTools.read,
    unread: clientTools.unread,
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
  const toChunks = createEncoder()
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

function createEncoder() {
  let messageId = ''
  let isOpen = false

  function text(delta: string): Chunk[] {
    const start = isOpen ? [] : [{ type: 'text-start', id: messageId }]
    isOpen = true
    return [...start, { type: 'text-delta', id: messageId, text: delta }]
  }

  function textEnd(): Chunk[] {
    if (!isOpen) return []
    isOpen = false
    return [{ type: 'text-end', id: messageId }]
  }

  return function toChunks(event: RunEvent): Chunk[] {
    switch (event.type) {
      case 'run-start':
        messageId = event.messageId
        return [
          { type: 'start', messageId },
          { type: 'step-start', messageId },
        ]
      case 'text-delta':
        return text(event.delta)
      case 'tool-call':
        return [...textEnd(), toolCall(event)]
      case 'tool-result': {
        const { toolCallId, toolName, output: result } = event
        return [{ type: 'tool-result', toolCallId, toolName, result }]
      }
      case 'frontend-call-start': {
        const { toolCallId, toolName } = event
        return [...textEnd(), { type: 'tool-call-input-streaming-start', toolCallId, toolName }]
      }
      case 'frontend-call-delta':
        return [
          { type: 'tool-call-delta', toolCallId: event.toolCallId, argsTextDelta: event.delta },
        ]
      case 'frontend-call-end':
        return [
          { type: 'tool-call-input-streaming-end', toolCallId: event.toolCallId },
          toolCall(event),
        ]
      case 'run-end': {
        const { finishReason: reason, usage } = event
        const finished = { stepResult: { reason, isContinued: false }, output: { usage } }
        return [
          ...textEnd(),
          { type: 'step-finish', ...finished, metadata: {} },
          { type: 'finish', ...finished, usage, metadata: {} },
        ]
      }
      case 'run-error': {
        const { message, code } = event
        return [...textEnd(), { type: 'error', error: { name: 'Error', message, code } }]
      }
    }
  }
}

function toolCall({ toolCallId, toolName, input }: ToolCall) {
  return { type: 'tool-call', toolCallId, toolName, args: input }
}

/** The answer of `generate`, with everything that Mastra's client reads. */
export function mastraAnswer(run: CollectedRun) {
  const { text, toolResults, pendingToolCalls, finishReason, usage } = run
  const done = toolResults.map(({ toolCallId, toolName, input, output }) => {
    return { toolCallId, toolName, args: input, result: output }
  })
  const pending = pendingToolCalls.map(({ toolCallId, toolName, input }) => {
    return { toolCallId, toolName, args: input }
  })
  const called = done.map(({ result: _, ...call }) => call)
  return {
    text,
    toolCalls: [...called, ...pending].map((call) => {
      return { ...call, type: 'tool-call' as const, payload: call }
    }),
    toolResults: done.map((result) => {
      return { ...result, type: 'tool-result' as const, payload: result }
    }),
    finishReason,
    usage,
    totalUsage: usage,
    response: { messages: responseMessages({ text, done, called, pending }) },
  }
}

interface Called {
  toolCallId: string
  toolName: string
  args: unknown
}

interface Said {
  text: string
  called: Called[]
  done: (Called & { result: unknown })[]
  pending: Called[]
}

/** The messages of this run, which the client sends along with its next request. */
function responseMessages({ text, called, done, pending }: Said) {
  const texts = text === '' ? [] : [{ type: 'text', text }]
  const calls = (list: Called[]) =>
    list.map(({ args, ...call }) => ({ type: 'tool-call', ...call, args, input: args }))
  const results = done.map(({ toolCallId, toolName, result }) => {
    const output = { type: 'json', value: result }
    return { type: 'tool-result', toolCallId, toolName, result, output }
  })
  return [
    { role: 'assistant', content: calls(called) },
    { role: 'tool', content: results },
    { role: 'assistant', content: [...texts, ...calls(pending)] },
  ].filter(({ content }) => content.length > 0)
}
