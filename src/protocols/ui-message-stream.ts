import type { UIMessageChunk } from 'ai'
import * as z from 'zod'
import { ClientMessages } from '../agent/client-messages.ts'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { OptionalRunId, type RunEvent } from '../agent/run-event.ts'
import { isRecord } from '../core/json.ts'
import { SSE_DONE, SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import type { Exchange, StreamProtocol } from './protocol.ts'

/** What the AI SDK's chat transport sends. Fields that an application adds are ignored. */
const UiChatRequest = z
  .object({
    id: OptionalRunId.describe('The id of the chat, which becomes the thread.'),
    messages: ClientMessages.describe('UI messages, oldest first.'),
    tools: FrontendTools,
  })
  .meta({ id: 'UiChatRequest' })

/** The AI SDK's UI message stream, version 1 (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol). */
export const uiMessageStream: StreamProtocol = {
  headers: { ...SSE_HEADERS, 'x-vercel-ai-ui-message-stream': 'v1' },
  keepAlive: SSE_KEEP_ALIVE,
  open,
  operationId: 'uiChat',
  summary: 'Ask the agent with the AI SDK and stream the answer as a UI message',
  request: UiChatRequest,
  events:
    'Chunks start, start-step, text-start, -delta and -end, tool-input-start, -delta and ' +
    '-available, tool-output-available and finish-step. The last chunk is finish or error.',
}

function open(body: unknown): Exchange {
  const { id, messages, tools } = parse(UiChatRequest, body)
  const threadId = id ?? crypto.randomUUID()
  const runId = crypto.randomUUID()
  const toChunks = createEncoder(continuedMessageId(body))
  return {
    input: {
      threadId,
      runId,
      messages,
      frontendTools: tools.read,
      unread: tools.unread,
    },
    encode: (event) => sse(toChunks(event)) + (event.type === 'run-end' ? SSE_DONE : ''),
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
function createEncoder(continuedId: string | undefined) {
  let blocks = 0
  let isOpen = false

  function text(delta: string): UIMessageChunk[] {
    const start = isOpen ? [] : [{ type: 'text-start' as const, id: `text-${++blocks}` }]
    isOpen = true
    return [...start, { type: 'text-delta', id: `text-${blocks}`, delta }]
  }

  function textEnd(): UIMessageChunk[] {
    if (!isOpen) return []
    isOpen = false
    return [{ type: 'text-end', id: `text-${blocks}` }]
  }

  return function toChunks(event: RunEvent): UIMessageChunk[] {
    switch (event.type) {
      case 'run-start':
        return [
          { type: 'start', messageId: continuedId ?? event.messageId },
          { type: 'start-step' },
        ]
      case 'text-delta':
        return text(event.delta)
      case 'tool-call':
        return [
          ...textEnd(),
          { type: 'tool-input-start', toolCallId: event.toolCallId, toolName: event.toolName },
          inputAvailable(event.toolCallId, event.toolName, event.input),
        ]
      case 'tool-result':
        return [
          { type: 'tool-output-available', toolCallId: event.toolCallId, output: event.output },
          { type: 'finish-step' },
          { type: 'start-step' },
        ]
      case 'frontend-call-start': {
        const { toolCallId, toolName } = event
        return [...textEnd(), { type: 'tool-input-start', toolCallId, toolName }]
      }
      case 'frontend-call-delta':
        return [
          { type: 'tool-input-delta', toolCallId: event.toolCallId, inputTextDelta: event.delta },
        ]
      case 'frontend-call-end':
        return [inputAvailable(event.toolCallId, event.toolName, event.input)]
      case 'run-end':
        return [
          ...textEnd(),
          { type: 'finish-step' },
          { type: 'finish', finishReason: finishReason(event.finishReason) },
        ]
      case 'run-error':
        return [...textEnd(), { type: 'error', errorText: event.message }]
    }
  }
}

function inputAvailable(toolCallId: string, toolName: string, input: unknown): UIMessageChunk {
  return { type: 'tool-input-available', toolCallId, toolName, input }
}

const FinishReason = z
  .enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'])
  .catch('other')

/** Clients reject an unknown reason. */
function finishReason(reason: string) {
  return FinishReason.parse(reason)
}
