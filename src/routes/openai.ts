import { Hono } from 'hono'
import * as z from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { collectRun } from '../agent/collect-run.ts'
import { runAgent } from '../agent/run-agent.ts'
import { ABOUT } from '../core/about.ts'
import type { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { nothingHere } from '../http/not-found.ts'
import { limitBody, readJson } from '../http/read-json.ts'
import { errorResponse, reply } from '../http/reply.ts'
import type { Routes } from '../http/routes.ts'
import { chatCompletion, openAiEncoder } from '../protocols/openai.ts'
import { openAiErrorBody } from '../protocols/openai-error.ts'
import {
  OPENAI_MODEL_ID,
  OPENAI_REQUEST_BODY,
  readOpenAiRequest,
  unknownModel,
} from '../protocols/openai-request.ts'
import { SSE_HEADERS, SSE_KEEP_ALIVE } from '../protocols/sse.ts'
import { type RunDeps, streamRun } from './run.ts'

const ROOT = '/v1'
const WIRE = { headers: SSE_HEADERS, keepAlive: SSE_KEEP_ALIVE }

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

// The service does not know since when it is deployed, and the field may not be absent.
const MODEL = { id: OPENAI_MODEL_ID, object: 'model', created: 0, owned_by: ABOUT.name } as const

/** The agent as one more model, for whatever speaks OpenAI's chat completions. */
export function openAi(deps: RunDeps): Routes {
  const routes = new Hono<Env>()
    .onError((error, c) => openAiRefusal(c.env, failure(error, c.env, deps.log)))
    .get(`${ROOT}/models`, (c) => reply(c, { object: 'list', data: [MODEL] }))
    .get(`${ROOT}/models/:model`, (c) => {
      const model = c.req.param('model')
      if (model !== OPENAI_MODEL_ID) throw unknownModel(model)
      return reply(c, MODEL)
    })
    .post(`${ROOT}/chat/completions`, limitBody, async (c) => {
      const question = readOpenAiRequest(await readJson(c))
      const { input, isStream } = question
      const made = { runId: input.runId, now: deps.now() }
      if (isStream) {
        return streamRun(c, WIRE, { input, encode: openAiEncoder(question, made) }, deps)
      }
      const run = await collectRun(runAgent(input, deps, c.req.raw.signal))
      return reply(c, chatCompletion(run, made))
    })
  // Behind every other route.
  routes.all(
    `${ROOT}/*`,
    nothingHere(routes, (c, error) => openAiRefusal(c.env, error)),
  )

  return { paths: PATHS, routes, refuse: openAiRefusal }
}

function openAiRefusal(
  env: Env['Bindings'],
  error: AppError,
  status: number = error.status,
): Response {
  return errorResponse(env, error, JSON.stringify(openAiErrorBody(error)), status)
}

const PATHS: Routes['paths'] = {
  [`${ROOT}/chat/completions`]: {
    post: {
      operationId: 'createChatCompletion',
      tags: ['OpenAI'],
      summary: 'Ask the agent as an OpenAI-compatible model, streaming or not',
      requestBody: OPENAI_REQUEST_BODY,
      responses: responses(Completion, {
        'text/event-stream': { schema: { type: 'string', description: 'Chunks, then [DONE].' } },
      }),
    },
  },
  [`${ROOT}/models`]: {
    get: {
      operationId: 'listModels',
      tags: ['OpenAI'],
      summary: 'The models: our agent',
      responses: responses(Models),
    },
  },
  [`${ROOT}/models/{model}`]: {
    get: {
      operationId: 'getModel',
      tags: ['OpenAI'],
      summary: 'One model',
      requestParams: { path: z.object({ model: z.literal(OPENAI_MODEL_ID) }) },
      responses: responses(Model),
    },
  },
}

function responses(schema: z.ZodType, more: object = {}): ZodOpenApiResponsesObject {
  const content = { 'application/json': { schema }, ...more }
  const failed = { 'application/json': { schema: OpenAiFailure } }
  return {
    200: { description: 'The answer.', content },
    default: { description: 'A failure, as OpenAI’s clients read it.', content: failed },
  }
}
