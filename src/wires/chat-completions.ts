import type { CollectedRun } from '../core/collect-run.ts'
import { AppError, type ErrorCode, knownCode } from '../core/error.ts'
import { isRecord, jsonText } from '../core/json.ts'
import { NO_USAGE, type RunEvent, type ToolCall, type Usage } from '../core/run.ts'
import { SSE_DONE, sse } from '../core/sse.ts'
import { OPENAI_MODEL_ID, type OpenAiQuestion } from './chat-completions-request.ts'
import { eventWriter } from './wire.ts'

interface Completion {
  runId: string
  now: Date
}

/** The fields that completions and their chunks share. */
function commonFields<Kind extends string>({ runId, now }: Completion, object: Kind) {
  const created = Math.floor(now.getTime() / 1000)
  const model = OPENAI_MODEL_ID
  return { id: `chatcmpl-${runId}`, object, created, model, system_fingerprint: null }
}

/**
 * A whole run as a chat completion. Calls of built-in tools are left out: the client would take them
 * for calls that it has to run.
 */
export function chatCompletion(run: CollectedRun, completion: Completion) {
  const { text, pendingToolCalls, finishReason, usage } = run
  const toolCalls = pendingToolCalls.map(toWireCall)
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: null,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  }
  const reason = openAiReason(finishReason, toolCalls.length > 0)
  return {
    ...commonFields(completion, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: openAiUsage(usage),
  }
}

/** The same as chunks in server-sent events. */
export function openAiEncoder({ includesUsage }: OpenAiQuestion, completion: Completion) {
  const base = commonFields(completion, 'chat.completion.chunk')
  const usageLater = includesUsage ? { usage: null } : {}
  let calls = 0

  function chunk(delta: object, finishReason: string | null = null) {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason }
    return { ...base, choices: [choice], ...usageLater }
  }

  const write = eventWriter<object>({
    'run-start': () => [chunk({ role: 'assistant', content: '' })],
    'text-delta': ({ delta }) => [chunk({ content: delta })],
    // A chunk cannot be taken back, so a call is only sent once its input is known to be an object.
    'tool-call': (call) =>
      call.isFrontend && isRecord(call.input)
        ? [chunk({ tool_calls: [{ index: calls++, ...toWireCall(call) }] })]
        : [],
    'run-end': ({ finishReason, pendingToolCalls, usage }) => [
      chunk({}, openAiReason(finishReason, pendingToolCalls.length > 0)),
      ...(includesUsage ? [{ ...base, choices: [], usage: openAiUsage(usage) }] : []),
    ],
    'run-error': ({ code, message }) => [openAiErrorBody(new AppError(knownCode(code), message))],
  })
  return (event: RunEvent) => sse(write(event)) + (event.type === 'run-end' ? SSE_DONE : '')
}

function toWireCall({ toolCallId: id, toolName: name, input }: ToolCall) {
  return { id, type: 'function', function: { name, arguments: jsonText(input) } }
}

function openAiReason(reason: string, hasCalls: boolean) {
  if (hasCalls) return 'tool_calls'
  if (reason === 'length') return 'length'
  return reason === 'content-filter' ? 'content_filter' : 'stop'
}

function openAiUsage({ inputTokens, outputTokens, totalTokens }: Usage = NO_USAGE) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: totalTokens,
  }
}

/** Codes that have another name at OpenAI. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'invalid_api_key',
  'rate-limited': 'rate_limit_exceeded',
  'not-kept': 'previous_response_not_found',
}

/** An error as OpenAI's clients read it. `param` is the field that our messages start with. */
export function openAiErrorBody({ code, message, status }: AppError) {
  const [, param = null] = (status < 500 && /^([\w.]+): /.exec(message)) || []
  const isUnknownModel = code === 'not-found' && param === 'model'
  const name = isUnknownModel ? 'model_not_found' : (NAMES[code] ?? code)
  return { error: { message, type: typeOf(status), param, code: name } }
}

function typeOf(status: number) {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
