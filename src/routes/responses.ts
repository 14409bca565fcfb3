import * as z from 'zod'
import { SSE_WIRE } from '../core/sse.ts'
import { operation } from '../http/operation.ts'
import { readJson } from '../http/read-json.ts'
import { reply } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { responseWriter } from '../wires/responses.ts'
import {
  idsOf,
  ResponsesRequest,
  readResponsesRequest,
  responsesTurn,
} from '../wires/responses-request.ts'
import { findTurns, keptTurn } from './kept-turn.ts'
import { openAiResponses } from './openai.ts'
import { type RunDeps, streamRun, wholeRun } from './streams.ts'

const ModelResponse = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().int(),
    status: z.enum(['completed', 'incomplete']),
    output: z.array(z.looseObject({})),
    store: z.boolean().describe('Whether the turn is kept for an hour.'),
  })
  .meta({ id: 'OpenAiResponse' })

/** The agent as a model, for clients of OpenAI's responses. */
export function responses(deps: RunDeps): RouteGroup {
  const createResponse = operation({
    method: 'post',
    path: '/v1/responses',
    operationId: 'createResponse',
    tags: ['OpenAI'],
    summary: 'Ask the agent over OpenAI Responses, streaming or not',
    documented: { body: ResponsesRequest },
    data: ModelResponse,
    responses: openAiResponses(ModelResponse, 'Events, then [DONE].'),
    async handle(_input, c) {
      const question = readResponsesRequest(await readJson(c))
      const { keptTurns, now } = deps
      const found = await findTurns(c, keptTurns, question.turnIds)
      const { input, before } = responsesTurn(question, found)
      const { runId } = input
      const turns = question.asked.store === false ? undefined : keptTurns
      const turn = keptTurn(c, turns, { turnId: idsOf(runId).response, before })
      const { keep, isKept: isStored } = turn
      const { encode, whole } = responseWriter(question, { runId, now, isStored })
      if (question.asked.stream) return streamRun(c, SSE_WIRE, { input, keep, encode }, deps)
      return reply(c, whole(await wholeRun(c, { input, keep }, deps)))
    },
  })
  return routeGroup([createResponse])
}
