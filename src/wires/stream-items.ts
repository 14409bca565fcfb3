import * as z from 'zod'

// What the streams consist of, for OpenAPI: a line of NDJSON, or the data of a server-sent event.

const seq = z
  .number()
  .int()
  .optional()
  .describe('The number by which a client comes back to a run that can be resumed.')

const suggestions = z.array(z.string()).describe('Questions that may follow, if asked for.')

function line<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  const ids = { thread_id: z.string(), run_id: z.string(), seq }
  return z.strictObject({ type: z.literal(type), ...shape, ...ids })
}

const ofMessage = { message_id: z.string() }
const ofCall = { tool_call_id: z.string(), tool_name: z.string() }

const StreamLine = z.discriminatedUnion('type', [
  line('text_start', ofMessage),
  line('text_delta', { content: z.string(), ...ofMessage }),
  line('text_end', ofMessage),
  line('tool_call_start', ofCall),
  line('tool_call_args', { ...ofCall, args: z.unknown().describe('The input of the call.') }),
  line('tool_call_end', ofCall),
  line('tool_result', {
    ...ofCall,
    result: z.unknown().describe('The output of the tool, or `{error, code}`.'),
  }),
  line('suggestions', { suggestions }),
  line('error', { message: z.string(), ...ofMessage }),
  line('done', {}),
])

function event<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape })
}

const ofRun = { threadId: z.string(), runId: z.string() }
const agUiMessage = { messageId: z.string() }
const toolCallId = z.string()

const AgUiEvent = z.discriminatedUnion('type', [
  event('RUN_STARTED', ofRun),
  event('TEXT_MESSAGE_START', { ...agUiMessage, role: z.literal('assistant') }),
  event('TEXT_MESSAGE_CONTENT', { ...agUiMessage, delta: z.string() }),
  event('TEXT_MESSAGE_END', agUiMessage),
  event('TOOL_CALL_START', { toolCallId, toolCallName: z.string(), parentMessageId: z.string() }),
  event('TOOL_CALL_ARGS', { toolCallId, delta: z.string().describe('A piece of the JSON.') }),
  event('TOOL_CALL_END', { toolCallId }),
  event('TOOL_CALL_RESULT', {
    ...agUiMessage,
    toolCallId,
    content: z.string().describe('The output as JSON.'),
    role: z.literal('tool'),
  }),
  event('CUSTOM', { name: z.literal('suggestions'), value: suggestions }),
  event('RUN_FINISHED', {
    ...ofRun,
    metadata: z.strictObject({ finishReason: z.string() }).optional(),
  }),
  event('RUN_ERROR', { message: z.string(), code: z.string() }),
])

const UiMessageChunk = z.discriminatedUnion('type', [
  event('start', { messageId: z.string() }),
  event('start-step', {}),
  event('text-start', { id: z.string() }),
  event('text-delta', { id: z.string(), delta: z.string() }),
  event('text-end', { id: z.string() }),
  event('tool-input-start', { toolCallId, toolName: z.string() }),
  event('tool-input-delta', { toolCallId, inputTextDelta: z.string() }),
  event('tool-input-available', { toolCallId, toolName: z.string(), input: z.unknown() }),
  event('tool-output-available', { toolCallId, output: z.unknown() }),
  event('source-url', { sourceId: z.string(), url: z.string(), title: z.string() }),
  event('finish-step', {}),
  event('data-suggestions', { data: suggestions }),
  event('finish', { finishReason: z.string() }),
  event('abort', { reason: z.string() }),
  event('error', { errorText: z.string() }),
])

export const STREAM_ITEMS = { StreamLine, AgUiEvent, UiMessageChunk }
