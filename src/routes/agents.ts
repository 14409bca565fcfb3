import type { Context } from 'hono'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import type { RunInput } from '../core/run.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { operation } from '../http/operation.ts'
import { readJson } from '../http/read-json.ts'
import { replyError } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { GenerateRequest, generated, readGenerateRequest } from '../wires/generate.ts'
import { RunUsage } from '../wires/wire.ts'
import { type RunDeps, wholeRun } from './streams.ts'

const AGENT_ID = 'ranking'

const Call = z.looseObject({ toolCallId: z.string(), toolName: z.string(), args: z.unknown() })

const Generated = z
  .object({
    text: z.string().describe('Markdown.'),
    toolCalls: z.array(Call),
    toolResults: z.array(Call.extend({ result: z.unknown() })),
    finishReason: z.string(),
    usage: RunUsage,
    response: z
      .object({ messages: z.array(z.looseObject({ role: z.string() })) })
      .describe('The turn, to be sent back before the results of client tools.'),
  })
  .meta({ id: 'Generated' })

/** The agent by its id: the simple route of agent frameworks. */
export function agents(deps: RunDeps): RouteGroup {
  return routeGroup([
    operation({
      method: 'post',
      path: '/api/agents/{agentId}/generate',
      operationId: 'generate',
      tags: ['Agent'],
      summary: 'Ask an agent by its id and get the whole answer',
      documented: { params: z.object({ agentId: z.literal(AGENT_ID) }), body: GenerateRequest },
      data: Generated,
      async handle(_input, c) {
        if (c.req.param('agentId') !== AGENT_ID) {
          throw new AppError('not-found', `Agent not found: the only one is ${AGENT_ID}.`)
        }
        return generate(c, readGenerateRequest(await readJson(c)), deps)
      },
    }),
  ])
}

async function generate(c: Context<Env>, input: RunInput, deps: RunDeps) {
  try {
    return generated(await wholeRun(c, { input }, deps))
  } catch (error) {
    // Clients of this route expect 500 for every error of the server, and no other such status.
    const known = failure(error, c, deps.log)
    return replyError(c, known, Math.min(known.status, 500))
  }
}
