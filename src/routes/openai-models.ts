import * as z from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { ABOUT } from '../core/about.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { OPENAI_MODEL_ID, OpenAiFailure, unknownModel } from '../wires/chat-completions.ts'

const Model = z
  .object({
    id: z.literal(OPENAI_MODEL_ID),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' })

const Models = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'Models' })

const ERROR_RESPONSE: ZodOpenApiResponsesObject = {
  default: {
    description: 'An error in the form of OpenAI.',
    content: { 'application/json': { schema: OpenAiFailure } },
  },
}

// `created` is required, and the service does not know when it was deployed.
const MODEL = { id: OPENAI_MODEL_ID, object: 'model', created: 0, owned_by: ABOUT.name } as const

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

/** The agent in the list of models, for clients of OpenAI. */
export const MODELS: RouteGroup = routeGroup([LIST_MODELS, GET_MODEL])
