import type { EventType, Message, RunAgentInput } from '@ag-ui/core'
import type { AgentQuestion, QuestionMessage } from '../agent-question.ts'
import { DeliveryFailure } from '../delivery-failure.ts'
import { lines } from '../framing/lines.ts'
import { serverSentEvents } from '../framing/server-sent-events.ts'
import { readAs, readTyped, type Typed } from '../read-json.ts'
import * as event from './ag-ui-event.ts'
import { offeredTools } from './offered-tools.ts'
import type { FrameReader, Wire, WireEvent } from './wire.ts'

const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/

/** AG-UI 1.0: a `RunAgentInput` in, its events out (contract sections 2.8 and 6.1). */
export const agUi: Wire = {
  accept: 'text/event-stream',
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open,
}

function body({ threadId, runId, messages, tools }: AgentQuestion): RunAgentInput {
  return {
    ...{ threadId, runId, messages: messages.map(messageOf), tools: offeredTools(tools) },
    ...{ context: [], state: {}, forwardedProps: {} },
  }
}

function messageOf({ id, role, content, toolCalls = [], toolCallId }: QuestionMessage): Message {
  switch (role) {
    case 'tool':
      return { id, role, content, toolCallId: toolCallId ?? id }
    case 'assistant': {
      if (toolCalls.length === 0) return { id, role, content }
      const calls = toolCalls.map(({ id: callId, name, args }) => {
        return { id: callId, type: 'function' as const, function: { name, arguments: args } }
      })
      return { id, role, ...(content && { content }), toolCalls: calls }
    }
    default:
      return { id, role, content }
  }
}

type Kind = `${EventType}`
type Read = (frame: Typed) => WireEvent[]

function open(): FrameReader {
  /** The messages that are not the agent's own words. */
  const silent = new Set<string>()
  let chunkCall: string | undefined
  let hasText = false
  let snapshot = ''

  const startText = (role: string | undefined, id: string | undefined) => {
    if (id !== undefined && role !== undefined && role !== 'assistant') silent.add(id)
  }
  const text = (delta: string, id: string | undefined): WireEvent[] => {
    if (id !== undefined && silent.has(id)) return []
    hasText ||= delta !== ''
    return [{ type: 'text', delta }]
  }
  const endChunks = (): WireEvent[] => {
    if (chunkCall === undefined) return []
    const id = chunkCall
    chunkCall = undefined
    return [{ type: 'call-end', id }]
  }

  const chunk: Read = (frame) => {
    const { toolCallId, toolCallName, delta } = readAs(event.CallChunk, frame, wrong(frame))
    const id = toolCallId ?? chunkCall
    if (id === undefined) throw new DeliveryFailure('malformed', wrong(frame))
    const isNew = id !== chunkCall
    const ended = isNew ? endChunks() : []
    chunkCall = id
    return [
      ...ended,
      ...(isNew && toolCallName ? [{ type: 'call-start' as const, id, name: toolCallName }] : []),
      ...(delta ? [{ type: 'call-args' as const, id, text: delta, isWhole: false }] : []),
    ]
  }

  const readers: Partial<Record<Kind, Read>> = {
    TEXT_MESSAGE_START(frame) {
      const { role, messageId } = readAs(event.TextStart, frame, wrong(frame))
      startText(role, messageId)
      return []
    },
    TEXT_MESSAGE_CONTENT(frame) {
      const { delta, messageId } = readAs(event.TextContent, frame, wrong(frame))
      return text(delta, messageId)
    },
    TEXT_MESSAGE_CHUNK(frame) {
      const { role, delta = '', messageId } = readAs(event.TextChunk, frame, wrong(frame))
      startText(role, messageId)
      return text(delta, messageId)
    },
    TOOL_CALL_START(frame) {
      const { toolCallId: id, toolCallName } = readAs(event.CallStart, frame, wrong(frame))
      return [{ type: 'call-start', id, name: toolCallName }]
    },
    TOOL_CALL_ARGS(frame) {
      const { toolCallId: id, delta } = readAs(event.CallArgs, frame, wrong(frame))
      return [{ type: 'call-args', id, text: delta, isWhole: false }]
    },
    TOOL_CALL_END(frame) {
      return [{ type: 'call-end', id: readAs(event.CallEnd, frame, wrong(frame)).toolCallId }]
    },
    TOOL_CALL_RESULT(frame) {
      const { toolCallId: id, content } = readAs(event.CallResult, frame, wrong(frame))
      return [{ type: 'result', id, result: event.resultOf(content) }]
    },
    MESSAGES_SNAPSHOT(frame) {
      snapshot = event.lastWords(readAs(event.Snapshot, frame, wrong(frame)).messages)
      return []
    },
    RUN_FINISHED(frame) {
      const { outcome } = readAs(event.RunFinished, frame, wrong(frame))
      if (outcome === 'cancelled') {
        throw new DeliveryFailure('cut-short', 'the agent cancelled its run')
      }
      // An agent that streams no text says it in the snapshot alone.
      return [...(hasText ? [] : text(snapshot, undefined)), { type: 'finished' }]
    },
    RUN_ERROR() {
      throw new DeliveryFailure('agent-failed', 'the agent sent RUN_ERROR')
    },
  }

  return (raw) => {
    const frame = readTyped(raw)
    if (frame.type === 'TOOL_CALL_CHUNK') return chunk(frame)
    if (frame.type === 'RAW') return []
    return [...endChunks(), ...(readerOf(readers, frame.type)?.(frame) ?? [])]
  }
}

function readerOf(readers: Partial<Record<Kind, Read>>, type: string): Read | undefined {
  return Object.entries(readers).find(([kind]) => kind === type)?.[1]
}

function wrong({ type }: Typed) {
  return `a ${type} event cannot be read`
}
