import { EventSourceParserStream } from 'eventsource-parser/stream'
import { asRecord, tryParseJson } from '../../core/json.ts'
import { send } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import type { RunEvent } from '../transcript/message.ts'

/** The service sends at least a heartbeat every 15 seconds. */
const MAX_SILENCE_MS = 60_000
/** A longer event cannot be from the service. */
const MAX_EVENT_CHARACTERS = 8_000_000

export interface Question {
  threadId: string
  runId: string
  messages: readonly { id: string; role: 'user' | 'assistant'; content: string }[]
}

/**
 * Runs the service's own agent over AG-UI and yields the events of its answer. The last one is
 * `finished` or `failed`.
 *
 * @throws RequestError if there is no answer or it is incomplete; the signal's reason if it is
 * aborted.
 */
export async function* runAgent(question: Question, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const watchdog = stallWatchdog()
  const either = AbortSignal.any([signal, watchdog.signal])
  // The error is shown beside the answer, so it need not be part of its text.
  const body = { ...question, forwardedProps: { failure_text: false } }
  try {
    const { body: stream } = await send('/agent', { method: 'POST', body, signal: either })
    if (!stream) throw incomplete()
    const toRunEvent = createTranslator()
    for await (const data of messagesOf(stream, watchdog.reset)) {
      const event = toRunEvent(asRecord(tryParseJson(data)))
      if (event) yield event
      if (event?.type === 'finished' || event?.type === 'failed') return
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (watchdog.signal.aborted) throw new RequestError('The agent stopped responding.', { cause })
    throw cause instanceof RequestError ? cause : incomplete(cause)
  } finally {
    watchdog.stop()
  }
  throw incomplete()
}

/** The data of each server-sent event. */
async function* messagesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onChunk: () => void) {
  const watched = new TransformStream<string, string>({
    transform(chunk, controller) {
      onChunk()
      controller.enqueue(chunk)
    },
  })
  const reader = stream
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(watched)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_CHARACTERS }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value.data
    }
  } finally {
    // Closes the connection if the caller stops early.
    await reader.cancel().catch(() => {})
  }
}

/** Undefined for anything unknown: newer services may send other events. */
function createTranslator() {
  const calls = new Map<string, { toolName: string; args: string }>()

  return (event: Record<string, unknown>): RunEvent | undefined => {
    const toolCallId = textOf(event.toolCallId)
    const call = calls.get(toolCallId)
    const { toolName = '', args = '' } = call ?? {}
    switch (event.type) {
      case 'TEXT_MESSAGE_CONTENT':
        return { type: 'text-delta', delta: textOf(event.delta) }
      case 'TOOL_CALL_START': {
        const started = { toolName: textOf(event.toolCallName), args: '' }
        calls.set(toolCallId, started)
        return { type: 'tool-call', toolCallId, toolName: started.toolName }
      }
      case 'TOOL_CALL_ARGS':
        calls.set(toolCallId, { toolName, args: args + textOf(event.delta) })
        return undefined
      case 'TOOL_CALL_END':
        return call && { type: 'tool-call', toolCallId, toolName, args: tryParseJson(args) ?? args }
      case 'TOOL_CALL_RESULT': {
        const content = textOf(event.content)
        return { type: 'tool-result', toolCallId, result: tryParseJson(content) ?? content }
      }
      case 'RUN_FINISHED':
        return { type: 'finished' }
      case 'RUN_ERROR':
        return { type: 'failed', message: textOf(event.message) || 'An error occurred.' }
      default:
        return undefined
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function incomplete(cause?: unknown) {
  return new RequestError('The answer was cut off.', { cause })
}

/** Its signal is aborted if it is not reset in time. */
function stallWatchdog() {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), MAX_SILENCE_MS)
  let timer = start()
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}
