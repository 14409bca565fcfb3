import { ClientError } from '../../client/client-error.ts'
import { readEvents } from '../../client/event-stream.ts'
import { withinTime } from '../../client/send.ts'
import { tryParseJson } from '../../core/json.ts'
import type { RunEvent } from '../../core/run.ts'
import { RequestError, send } from '../api/request.ts'

/** The service sends at least a heartbeat every 15 seconds. */
const MAX_SILENCE_MS = 60_000
/** A larger event cannot be from the service. */
const MAX_EVENT_BYTES = 8_000_000

export interface ChatQuestion {
  threadId: string
  runId: string
  messages: readonly { id: string; role: 'user' | 'assistant'; content: string }[]
}

/** What this page reads of the events of AG-UI. */
interface AgUiEvent {
  type: string
  toolCallId?: string
  toolCallName?: string
  delta?: string
  content?: string
  message?: string
}

/**
 * Runs the service's own agent over AG-UI and yields the events of its answer. The last one is
 * `run-end` or `run-error`.
 *
 * @throws RequestError if there is no answer or it is incomplete; the signal's reason if it is
 * aborted.
 */
export async function* askOwnAgent(
  question: ChatQuestion,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const reading = { maxBytes: MAX_EVENT_BYTES, heartbeatTimeoutMs: MAX_SILENCE_MS, signal }
  try {
    const response = await withinTime(MAX_SILENCE_MS, signal, (limited) =>
      send('/agent', { method: 'POST', body: question, signal: limited }),
    )
    const toRunEvent = createTranslator()
    for await (const { event } of readEvents<AgUiEvent>(response, reading)) {
      const runEvent = toRunEvent(event)
      if (runEvent) yield runEvent
      if (runEvent?.type === 'run-end' || runEvent?.type === 'run-error') return
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof RequestError) throw cause
    const isSilent = cause instanceof ClientError && cause.code === 'timed-out'
    throw isSilent ? new RequestError('The agent stopped responding.', { cause }) : cutOff(cause)
  }
  throw cutOff()
}

function cutOff(cause?: unknown) {
  return new RequestError('The answer was cut off.', { cause })
}

/** Undefined for anything unknown: newer services may send other events. */
function createTranslator() {
  const calls = new Map<string, { toolName: string; json: string }>()

  return (event: AgUiEvent): RunEvent | undefined => {
    const { toolCallId = '', delta = '', content = '' } = event
    const call = calls.get(toolCallId)
    switch (event.type) {
      case 'TEXT_MESSAGE_CONTENT':
        return { type: 'text-delta', delta }
      case 'TOOL_CALL_START': {
        const { toolCallName: toolName = '' } = event
        calls.set(toolCallId, { toolName, json: '' })
        return { type: 'tool-call-start', toolCallId, toolName }
      }
      case 'TOOL_CALL_ARGS':
        if (call) call.json += delta
        return undefined
      case 'TOOL_CALL_END': {
        if (!call) return undefined
        const { toolName, json } = call
        return { type: 'tool-call', toolCallId, toolName, input: tryParseJson(json) ?? json }
      }
      case 'TOOL_CALL_RESULT':
        return { type: 'tool-result', toolCallId, result: tryParseJson(content) ?? content }
      case 'RUN_FINISHED':
        return { type: 'run-end', finishReason: 'stop', pendingToolCalls: [] }
      case 'RUN_ERROR':
        return {
          type: 'run-error',
          code: 'internal',
          message: event.message || 'An error occurred.',
        }
      default:
        return undefined
    }
  }
}
