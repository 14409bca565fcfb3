import type { ErrorHandler } from 'hono'
import * as z from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { ABOUT } from '../core/about.ts'
import { SSE_WIRE } from '../core/sse.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { operation } from '../http/operation.ts'
import { readJson } from '../http/read-json.ts'
import { headersOf, replyText } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { chatCompletion, openAiEncoder, openAiErrorBody } from '../wires/chat-completions.ts'
import {
  OPENAI_MODEL_ID,
  OpenAiRequest,
  readOpenAiRequest,
  unknownModel,
} from '../wires/chat-completions-request.ts'
import { type RunDeps, streamRun, wholeRun } from './streams.ts'

const Model = z
  .object({
    id: z.literal(OPENAI_MODEL_ID),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' })

const Models = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'Models' })

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

const OpenAiFailure = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  })
  .meta({ id: 'OpenAiFailure' })

const ERROR_RESPONSE: ZodOpenApiResponsesObject = {
  default: {
    description: 'An error in the form of OpenAI.',
    content: { 'application/json': { schema: OpenAiFailure } },
  },
}

/** An answer, whole or streamed, or an error in the form of OpenAI. */
export function openAiResponses(schema: z.ZodType, stream: string): ZodOpenApiResponsesObject {
  return {
    200: {
      description: 'The answer.',
      content: {
        'application/json': { schema },
        'text/event-stream': { schema: { type: 'string', description: stream } },
      },
    },
    ...ERROR_RESPONSE,
  }
}

// `created` is required, and the service does not know when it was deployed.
const MODEL = { id: OPENAI_MODEL_ID, object: 'model', created: 0, owned_by: ABOUT.name } as const

/** The agent as a model, for clients of OpenAI's chat completions. */
export function openAi(deps: RunDeps): RouteGroup {
  return routeGroup([createChatCompletion(deps), LIST_MODELS, GET_MODEL])
}

function createChatCompletion(deps: RunDeps) {
  return operation({
    method: 'post',
    path: '/v1/chat/completions',
    operationId: 'createChatCompletion',
    tags: ['OpenAI'],
    summary: 'Ask the agent as an OpenAI-compatible model, streaming or not',
    documented: { body: OpenAiRequest },
    data: Completion,
    responses: openAiResponses(Completion, 'Chunks, then [DONE].'),
    async handle(_input, c) {
      const request = readOpenAiRequest(await readJson(c))
      const { input, isStream } = request
      const made = { runId: input.runId, now: deps.now() }
      if (isStream) {
        return streamRun(c, SSE_WIRE, { input, encode: openAiEncoder(request, made) }, deps)
      }
      return chatCompletion(await wholeRun(c, { input }, deps), made)
    },
  })
}

const LIST_MODELS = operation({
  method: 'get',
  path: '/v1/models',
  operationId: 'listModels',
  tags: ['OpenAI'],
  summary: 'The models: our agent',
  data: Models,
  responses: ERROR_RESPONSE,
  handle: () => ({ object: 'list' as const, data: [MODEL] }),
})

const GET_MODEL = operation({
  method: 'get',
  path: '/v1/models/{model}',
  operationId: 'getModel',
  tags: ['OpenAI'],
  summary: 'One model',
  documented: { params: z.object({ model: z.literal(OPENAI_MODEL_ID) }) },
  data: Model,
  responses: ERROR_RESPONSE,
  handle(_input, c) {
    const model = c.req.param('model') ?? ''
    if (model !== OPENAI_MODEL_ID) throw unknownModel(model)
    return MODEL
  },
})

/** Answers errors in the form of OpenAI. */
export function openAiErrors({ log }: Pick<RunDeps, 'log'>): ErrorHandler<Env> {
  return (thrown, c) => {
    const error = failure(thrown, c, log)
    const body = JSON.stringify(openAiErrorBody(error))
    return replyText(c, body, error.status, headersOf(error))
  }
}
