import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import type { RunInput } from '../core/run.ts'
import { parse } from '../core/validation.ts'
import { FunctionTools, offeredTools, toolChoice, withUnseen } from './function-tools.ts'
import { Messages } from './message.ts'

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
export const OpenAiRequest = z
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

export interface OpenAiQuestion {
  input: RunInput
  isStream: boolean
  includesUsage: boolean
}

/** @throws AppError `invalid-request`, or `not-found` for an unknown model */
export function readOpenAiRequest(body: unknown): OpenAiQuestion {
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
