import * as z from 'zod'
import type { CollectedRun } from '../core/collect-run.ts'
import { AppError, type ErrorCode, knownCode } from '../core/error.ts'
import { toSeconds } from '../core/instant.ts'
import { isRecord, jsonText } from '../core/json.ts'
import { NO_USAGE, type RunEvent, type RunInput, type ToolCall, type Usage } from '../core/run.ts'
import { SSE_DONE, SSE_WIRE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import { FunctionTools, offeredTools, toolChoice, withUnseen } from './function-tools.ts'
import { Messages } from './message.ts'
import { eventWriter, type Wire } from './wire.ts'

/** The only model that OpenAI clients can use: our agent, by its id. */
export const OPENAI_MODEL_ID = 'ranking'

const TEXT_ONLY = 'is not supported: the agent reads and writes text'

/** A function in the words of chat completions. */
export const NamedFunction = z
  .object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
  .transform((named) => named.function)

/**
 * The request of a chat completion. Model settings such as `temperature` are ignored;
 * settings that would change the format of the answer are rejected.
 */
const OpenAiRequest = z
  .object({
    model: z.string('is required'),
    messages: z
      .unknown()
      .transform(unseenInMessages)
      .pipe(Messages)
      .describe('The conversation, oldest first.'),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    tools: FunctionTools,
    tool_choice: toolChoice(NamedFunction),
    n: z.literal(1, 'must be 1: there is one answer').nullish(),
    modalities: z.array(z.literal('text', TEXT_ONLY)).nullish(),
    audio: z.null(TEXT_ONLY).optional(),
    response_format: z
      .object({ type: z.literal('text', 'must be text: the agent writes Markdown') })
      .nullish(),
    logprobs: z.literal(false, 'is not supported').nullish(),
    functions: z.null('is not supported: use tools').optional(),
    function_call: z.null('is not supported: use tool_choice').optional(),
  })
  .meta({ id: 'ChatCompletionRequest' })

const Completion = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(z.looseObject({})),
    usage: z.looseObject({}),
  })
  .meta({ id: 'ChatCompletion' })

export const OpenAiFailure = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  })
  .meta({ id: 'OpenAiFailure' })

/** The agent as a model, for clients of OpenAI's chat completions. */
export const chatCompletions: Wire = {
  ...SSE_WIRE,
  operationId: 'createChatCompletion',
  tag: 'OpenAI',
  summary: 'Ask the agent as an OpenAI-compatible model, streaming or not',
  request: OpenAiRequest,
  answer: Completion,
  failure: OpenAiFailure,
  events: 'Chunks, then [DONE].',

  open(body, { now }) {
    const question = readOpenAiRequest(body)
    const { input, isStream } = question
    const made = { runId: input.runId, now: now() }
    return isStream
      ? { input, encode: openAiEncoder(question, made) }
      : { input, whole: (run) => chatCompletion(run, made) }
  },
}

interface OpenAiQuestion {
  input: RunInput
  isStream: boolean
  includesUsage: boolean
}

/** @throws AppError `invalid-request`, or `not-found` for an unknown model */
function readOpenAiRequest(body: unknown): OpenAiQuestion {
  const asked = parse(OpenAiRequest, body)
  if (asked.model !== OPENAI_MODEL_ID) throw unknownModel(asked.model)
  return {
    input: {
      threadId: crypto.randomUUID(),
      runId: crypto.randomUUID(),
      messages: asked.messages,
      ...offeredTools(asked.tools, asked.tool_choice),
    },
    isStream: asked.stream ?? false,
    includesUsage: asked.stream_options?.include_usage ?? false,
  }
}

export function unknownModel(model: string): AppError {
  const name = JSON.stringify(model.slice(0, 100))
  return new AppError('not-found', `model: there is no model ${name}, only ${OPENAI_MODEL_ID}.`)
}

function unseenInMessages(messages: unknown) {
  if (!Array.isArray(messages)) return messages
  return messages.map((message) =>
    isRecord(message) ? { ...message, content: withUnseen(message.content) } : message,
  )
}

interface Making {
  runId: string
  now: Date
}

/** The fields that completions and their chunks share. */
function commonFields<Kind extends string>({ runId, now }: Making, object: Kind) {
  const id = `chatcmpl-${runId}`
  const model = OPENAI_MODEL_ID
  return { id, object, created: toSeconds(now), model, system_fingerprint: null }
}

/**
 * A whole run as a chat completion. Calls of built-in tools are left out: the client would take them
 * for calls that it has to run.
 */
function chatCompletion(run: CollectedRun, completion: Making) {
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
function openAiEncoder({ includesUsage }: OpenAiQuestion, completion: Making) {
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
