import * as z from 'zod'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { Messages } from '../agent/message.ts'
import type { RunInput } from '../agent/run.ts'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import { parse } from '../core/validation.ts'

/** The only model that OpenAI clients can use: our agent, by its id. */
export const OPENAI_MODEL_ID = 'ranking'

const TEXT_ONLY = 'is not supported: the agent reads and writes text'
const READABLE_PARTS = ['text', 'refusal']

const ToolName = z.object({ name: z.string() })
const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.object({ type: z.literal('function'), function: ToolName }),
  ],
  'must be none, auto, required or one function',
)

/** Here what cannot be read is rejected, as OpenAI does. */
const FunctionTools = z
  .array(z.looseObject({ type: z.literal('function', 'must be function') }))
  .nullish()
  .transform((tools): unknown => tools ?? [])
  .pipe(FrontendTools)
  .transform(({ read, unread }, context) => {
    for (const issue of unread) context.addIssue({ code: 'custom', ...issue })
    return read
  })
  .meta({
    description: 'Tools that the client runs; their calls are returned to it.',
    type: 'array',
    items: { type: 'object' },
  })

/**
 * The request of a chat completion. Model settings such as `temperature` are ignored;
 * settings that would change the format of the answer are rejected.
 */
export const OpenAiRequest = z
  .object({
    model: z.string('is required'),
    messages: z
      .unknown()
      .superRefine(checkParts)
      .pipe(Messages)
      .describe('The conversation, oldest first.'),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    tools: FunctionTools,
    tool_choice: ToolChoice.nullish(),
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

export interface OpenAiQuestion {
  input: RunInput
  isStream: boolean
  includesUsage: boolean
}

/** @throws AppError `invalid-request`, or `not-found` for an unknown model */
export function readOpenAiRequest(body: unknown): OpenAiQuestion {
  const asked = parse(OpenAiRequest, body)
  if (asked.model !== OPENAI_MODEL_ID) throw unknownModel(asked.model)
  const { tools } = asked
  const names = tools.map(({ name }) => name)
  const choice = asked.tool_choice ?? 'auto'
  const wanted = typeof choice === 'string' ? undefined : choice.function.name
  if (wanted !== undefined && !names.includes(wanted)) {
    throw new AppError('invalid-request', 'tool_choice: must name one of the tools.')
  }
  if (choice === 'required' && names.length === 0) {
    throw new AppError('invalid-request', 'tool_choice: there are no tools to require.')
  }

  return {
    input: {
      threadId: crypto.randomUUID(),
      runId: crypto.randomUUID(),
      messages: asked.messages,
      frontendTools: { read: choice === 'none' ? [] : tools },
      requiredTools: wanted === undefined ? (choice === 'required' ? names : []) : [wanted],
    },
    isStream: asked.stream ?? false,
    includesUsage: asked.stream_options?.include_usage ?? false,
  }
}

export function unknownModel(model: string): AppError {
  const name = JSON.stringify(model.slice(0, 100))
  return new AppError('not-found', `model: there is no model ${name}, only ${OPENAI_MODEL_ID}.`)
}

/**
 * A picture beside words is rejected, because nobody would notice that it was ignored. One without
 * words is answered with a sentence.
 */
function checkParts(messages: unknown, context: z.core.$RefinementCtx) {
  if (!Array.isArray(messages)) return
  for (const [at, message] of messages.entries()) {
    if (!isRecord(message) || !Array.isArray(message.content)) continue
    const part = message.content.findIndex((part) => !isReadable(part))
    if (part < 0 || !message.content.some(isReadable)) continue
    context.addIssue({ code: 'custom', path: [at, 'content', part], message: TEXT_ONLY })
    return
  }
}

function isReadable(part: unknown) {
  return isRecord(part) && READABLE_PARTS.some((type) => type === part.type)
}
