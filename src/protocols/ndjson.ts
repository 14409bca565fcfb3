import * as z from 'zod'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { Messages } from '../agent/message.ts'
import { OptionalRunId, type RunEvent, type ToolCall } from '../agent/run-event.ts'
import { parse } from '../core/validation.ts'
import { type Exchange, FailureText, type StreamProtocol } from './protocol.ts'

/** The result of a tool may be an empty text. */
const LastWithText = Messages.superRefine((messages, context) => {
  const last = messages.at(-1)
  if (last?.content.trim() || last?.role === 'tool') return
  context.addIssue({ code: 'custom', message: 'must end with a message that has text' })
})

/** Both spellings of the ids are accepted. Other fields that platforms send are ignored. */
const NdjsonRequest = z
  .object({
    messages: LastWithText.describe(
      'The conversation, oldest first. The last message must have text.',
    ),
    thread_id: OptionalRunId,
    threadId: OptionalRunId,
    run_id: OptionalRunId,
    runId: OptionalRunId,
    tool_events: z
      .boolean()
      .nullish()
      .describe('False leaves out the lines of tools that the service runs.'),
    tools: FrontendTools,
    failure_text: FailureText,
  })
  .meta({ id: 'StreamRequest' })

/** One JSON object per line, as chat platforms read it from a Deployment URL. */
export const ndjson: StreamProtocol = {
  headers: {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  },
  // White space before a JSON value has no meaning, so this may precede the next line.
  keepAlive: ' ',
  open,
  operationId: 'stream',
  summary: 'Ask the agent and stream the answer as one JSON object per line',
  request: NdjsonRequest,
  events:
    'Lines of the types text_start, tool_call_start, tool_call_args, tool_call_end, ' +
    'tool_result, text_delta and text_end. The last line is done or error.',
}

function open(body: unknown): Exchange {
  const {
    messages,
    tools,
    tool_events: toolEvents,
    failure_text: failureText,
    ...ids
  } = parse(NdjsonRequest, body)
  const threadId = ids.thread_id ?? ids.threadId ?? crypto.randomUUID()
  const runId = ids.run_id ?? ids.runId ?? crypto.randomUUID()
  // Every line ends with the ids, which are serialized once.
  const endOfLine = `,"thread_id":${JSON.stringify(threadId)},"run_id":${JSON.stringify(runId)}}\n`
  let endOfMessageLine = endOfLine

  return {
    input: {
      threadId,
      runId,
      messages,
      frontendTools: tools.read,
      unread: tools.unread,
      failureText: failureText ?? true,
    },

    encode(event) {
      if (event.type === 'text-delta') {
        return `{"type":"text_delta","content":${JSON.stringify(event.delta)}${endOfMessageLine}`
      }
      if (event.type === 'run-start') {
        endOfMessageLine = `,"message_id":${JSON.stringify(event.messageId)}${endOfLine}`
      }
      return linesOf(event, toolEvents ?? true)
        .map((line) => {
          const end = OF_MESSAGE.has(line.type) ? endOfMessageLine : endOfLine
          return JSON.stringify(line).slice(0, -1) + end
        })
        .join('')
    },
  }
}

/** Lines that have the id of the message. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['text_start', 'text_end', 'error'])

interface Line {
  type: string
  [field: string]: unknown
}

function linesOf(event: Exclude<RunEvent, { type: 'text-delta' }>, withTools: boolean): Line[] {
  switch (event.type) {
    case 'run-start':
      return [{ type: 'text_start' }]
    case 'tool-call':
      return withTools ? callLines(event) : []
    case 'tool-result': {
      if (!withTools) return []
      const call = { tool_call_id: event.toolCallId, tool_name: event.toolName }
      return [{ type: 'tool_result', ...call, result: event.output }]
    }
    // Clients keep the state of a single call, so a call is sent once it is complete.
    case 'frontend-call-start':
    case 'frontend-call-delta':
      return []
    case 'frontend-call-end':
      return callLines(event)
    case 'run-end':
      return [{ type: 'text_end' }, { type: 'done' }]
    case 'run-error':
      return [{ type: 'error', message: event.message }]
  }
}

function callLines({ toolCallId, toolName, input }: ToolCall): Line[] {
  const call = { tool_call_id: toolCallId, tool_name: toolName }
  return [
    { type: 'tool_call_start', ...call },
    { type: 'tool_call_args', ...call, args: input },
    { type: 'tool_call_end', ...call },
  ]
}
