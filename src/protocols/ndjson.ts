import * as z from 'zod'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { Messages } from '../agent/message.ts'
import { toModelMessages } from '../agent/model-messages.ts'
import type { RunEvent } from '../agent/run-event.ts'
import { RunId } from '../agent/run-id.ts'
import { parse } from '../core/validation.ts'
import type { Exchange, StreamProtocol } from './protocol.ts'

/** The result of a tool may be an empty text. */
const LastWithText = Messages.superRefine((messages, context) => {
  const last = messages.at(-1)
  if (last?.content.trim() || last?.role === 'tool') return
  context.addIssue({ code: 'custom', message: 'must end with a message that has text' })
})

/** Both spellings of the ids are read; what else a platform sends along is ignored. */
const NdjsonRequest = z
  .object({
    messages: LastWithText.describe('The conversation, oldest first; the last has text.'),
    thread_id: RunId.nullish(),
    threadId: RunId.nullish(),
    run_id: RunId.nullish(),
    runId: RunId.nullish(),
    tool_events: z
      .boolean()
      .nullish()
      .describe('False leaves the lines of the tools out that run here.'),
    tools: FrontendTools.nullish().describe(
      'Tools that run where the answer is read. The run ends when one is called; its result ' +
        'comes as a `tool` message with the next run.',
    ),
  })
  .meta({ id: 'StreamRequest' })

/** One JSON object a line, as chat platforms read it from a Deployment URL. */
export const ndjson: StreamProtocol = {
  headers: {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  },
  // White space before a JSON value means nothing: it stands before the next line's.
  keepAlive: ' ',
  open,
  operationId: 'stream',
  summary: 'Ask the agent; the answer streams as one JSON object a line',
  request: NdjsonRequest,
  events:
    'Lines of type text_start, tool_call_start, tool_call_args, tool_call_end, ' +
    'tool_result, text_delta, text_end and done; or, last, error.',
}

function open(body: unknown): Exchange {
  const { messages, tools, tool_events: toolEvents, ...ids } = parse(NdjsonRequest, body)
  const threadId = ids.thread_id ?? ids.threadId ?? crypto.randomUUID()
  const runId = ids.run_id ?? ids.runId ?? crypto.randomUUID()
  const thread = `,"thread_id":${JSON.stringify(threadId)},"run_id":${JSON.stringify(runId)}}\n`
  let message = thread

  return {
    input: { threadId, runId, messages: toModelMessages(messages), frontendTools: tools ?? [] },

    // The ids stand in every line, and are written once.
    encode(event) {
      if (event.type === 'run-start') {
        message = `,"message_id":${JSON.stringify(event.messageId)}${thread}`
      }
      return linesOf(event, toolEvents ?? true)
        .map(
          (line) =>
            JSON.stringify(line).slice(0, -1) + (OF_MESSAGE.has(line.type) ? message : thread),
        )
        .join('')
    },
  }
}

/** Lines that belong to the message, and carry its id. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['text_start', 'text_delta', 'text_end', 'error'])

interface Line {
  type: string
  [field: string]: unknown
}

function linesOf(event: RunEvent, withTools: boolean): Line[] {
  switch (event.type) {
    case 'run-start':
      return [{ type: 'text_start' }]
    case 'text-delta':
      return [{ type: 'text_delta', content: event.delta }]
    case 'tool-call':
      return withTools ? callLines(event) : []
    case 'tool-result': {
      if (!withTools) return []
      const call = { tool_call_id: event.callId, tool_name: event.toolName }
      return [{ type: 'tool_result', ...call, result: event.output }]
    }
    // Readers keep the state of one call alone, so it is written once it is whole.
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

interface Call {
  callId: string
  toolName: string
  input: unknown
}

function callLines({ callId, toolName, input }: Call): Line[] {
  const call = { tool_call_id: callId, tool_name: toolName }
  return [
    { type: 'tool_call_start', ...call },
    { type: 'tool_call_args', ...call, args: input },
    { type: 'tool_call_end', ...call },
  ]
}
