import * as z from 'zod'
import { jsonText } from '../core/json.ts'
import type { Message, RunInput, ToolCall } from '../core/run.ts'
import { parse } from '../core/validation.ts'
import { askerContext } from './asker.ts'
import { type EventTable, eventReader, looseFraming } from './event-table.ts'
import { FrontendTools } from './frontend-tool.ts'
import { Messages } from './message.ts'
import {
  type CalledWire,
  type Exchange,
  eventWriter,
  functionCalls,
  OptionalRunId,
  type StreamWire,
  Suggestions,
  toolDefinitions,
} from './wire.ts'

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
    failure_text: z
      .boolean()
      .nullish()
      .describe(
        'False leaves out the sentence that a failing answer without text has before its error.',
      ),
    suggestions: Suggestions,
    markdown: z
      .enum(['simple', 'full'])
      .nullish()
      .describe(
        'What the chat can show: `full` lets a hosted model write headings and tables. Without it, ' +
          'paragraphs, lists, bold and links.',
      ),
    resumable: z
      .boolean()
      .nullish()
      .describe('True is the same as the header `X-Resumable: true`.'),
  })
  .meta({ id: 'StreamRequest' })

/** One JSON object per line, as chat platforms read it from a Deployment URL. */
export const ndjson: StreamWire & CalledWire = {
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
    'tool_result, text_delta, suggestions and text_end. The last line is done or error.',
  item: 'StreamLine',
  accept: 'application/x-ndjson, text/event-stream;q=0.9',
  acceptsToolResults: true,
  body,
  framing: looseFraming,
  decode: (run) => eventReader(LINES, run),
}

function open(body: unknown): Exchange {
  const asked = parse(NdjsonRequest, body)
  const threadId = asked.thread_id ?? asked.threadId ?? crypto.randomUUID()
  const runId = asked.run_id ?? asked.runId ?? crypto.randomUUID()
  const linesOf = createWriter(asked.tool_events ?? true)
  // Every line ends with the ids, which are serialized once.
  const endOfLine = `,"thread_id":${jsonText(threadId)},"run_id":${jsonText(runId)}}\n`
  let endOfMessageLine = endOfLine

  return {
    input: {
      threadId,
      runId,
      messages: asked.messages,
      frontendTools: asked.tools,
      failureText: asked.failure_text ?? true,
      suggestions: asked.suggestions ?? false,
      markdown: asked.markdown ?? 'simple',
    },
    isResumable: asked.resumable ?? false,

    encode(event) {
      if (event.type === 'run-start') {
        endOfMessageLine = `,"message_id":${JSON.stringify(event.messageId ?? runId)}${endOfLine}`
      }
      return linesOf(event)
        .map((line) => {
          const end = OF_MESSAGE.has(line.type) ? endOfMessageLine : endOfLine
          return jsonText(line).slice(0, -1) + end
        })
        .join('')
    },
  }
}

/** Lines that have the id of the message. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['text_start', 'text_delta', 'text_end', 'error'])

interface Line {
  type: string
  [field: string]: unknown
}

/** Clients keep the state of a single call, so a call is sent once it is complete. */
function createWriter(withTools: boolean) {
  return eventWriter<Line>({
    'run-start': () => [{ type: 'text_start' }],
    'text-delta': ({ delta: content }) => [{ type: 'text_delta', content }],
    'tool-call': (event) => (withTools || event.isFrontend ? callLines(event) : []),
    'tool-result': ({ toolCallId: tool_call_id, toolName: tool_name, result }) =>
      withTools ? [{ type: 'tool_result', tool_call_id, tool_name, result }] : [],
    'run-end': ({ suggestions }) => [
      ...(suggestions ? [{ type: 'suggestions', suggestions }] : []),
      { type: 'text_end' },
      { type: 'done' },
    ],
    'run-error': ({ message }) => [{ type: 'error', message }],
  })
}

function callLines({ toolCallId, toolName, input }: ToolCall): Line[] {
  const call = { tool_call_id: toolCallId, tool_name: toolName }
  return [
    { type: 'tool_call_start', ...call },
    { type: 'tool_call_args', ...call, args: input },
    { type: 'tool_call_end', ...call },
  ]
}

function body(input: RunInput, agentId: string) {
  const tools = toolDefinitions(input)
  return {
    agent_id: agentId,
    thread_id: input.threadId,
    run_id: input.runId,
    messages: input.messages.map(toChatMessage),
    ...askerContext(input),
    ...(tools.length > 0 && { tools }),
  }
}

/** Calls and results are in the format of chat models, for agents that pass them on. */
function toChatMessage({ role, content, toolCalls, toolCallId }: Message) {
  return {
    role,
    content,
    ...(toolCalls.length > 0 && { tool_calls: functionCalls(toolCalls) }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  }
}

export const LINES: EventTable = {
  text_start: 'start',
  text_delta: 'text',
  text_end: 'text-end',
  text_done: 'text-end',
  tool_call_start: 'call-start',
  tool_call_args: 'call-input',
  tool_call_end: 'call-end',
  tool_result: 'result',
  done: 'end',
  error: 'error',
}
