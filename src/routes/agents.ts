import type { Context } from 'hono'
import * as z from 'zod'
import type { RunInput } from '../agent/run.ts'
import { Usage } from '../agent/run-event.ts'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { operation } from '../http/operation.ts'
import { readJson } from '../http/read-json.ts'
import { replyError } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { GenerateRequest, mastra, mastraAnswer, readMastraRequest } from '../protocols/mastra.ts'
import { AGENT_ID, AgentDescription, describeAgent } from './agent-description.ts'
import { type RunDeps, streamOperation, wholeRun } from './streams.ts'

const Call = z.looseObject({ toolCallId: z.string(), toolName: z.string(), args: z.unknown() })

const Generated = z
  .looseObject({
    text: z.string().describe('Markdown.'),
    toolCalls: z.array(Call),
    toolResults: z.array(Call.extend({ result: z.unknown() })),
    finishReason: z.string(),
    usage: Usage,
    totalUsage: Usage,
    response: z.object({ messages: z.array(z.looseObject({ role: z.string() })) }),
  })
  .meta({ id: 'Generated' })

const AgentParams = z.object({ agentId: z.literal(AGENT_ID) })

/** The agent by its id: the simple route of agent frameworks, and what Mastra's client asks for. */
export function agents(deps: RunDeps): RouteGroup {
  return routeGroup([
    operation({
      method: 'get',
      path: '/api/agents',
      operationId: 'describeAgents',
      tags: ['Agent'],
      summary: 'The agents by their ids; there is one',
      data: z.object({ [AGENT_ID]: AgentDescription }).meta({ id: 'Agents' }),
      handle: () => ({ [AGENT_ID]: describeAgent(deps) }),
    }),
    operation({
      method: 'get',
      path: '/api/agents/{agentId}',
      operationId: 'describeAgent',
      tags: ['Agent'],
      summary: 'An agent, its model and its tools',
      documented: { params: AgentParams },
      data: AgentDescription,
      handle(_input, c) {
        checkAgentId(c)
        return describeAgent(deps)
      },
    }),
    operation({
      method: 'post',
      path: '/api/agents/{agentId}/generate',
      operationId: 'generate',
      tags: ['Agent'],
      summary: 'Ask an agent by its id and get the whole answer',
      documented: { params: AgentParams, body: GenerateRequest },
      data: Generated,
      async handle(_input, c) {
        checkAgentId(c)
        return generate(c, readMastraRequest(await readJson(c)), deps)
      },
    }),
    streamOperation('/api/agents/{agentId}/stream', mastra, deps, {
      params: AgentParams,
      check: checkAgentId,
    }),
  ])
}

function checkAgentId(c: Context<Env>) {
  if (c.req.param('agentId') === AGENT_ID) return
  throw new AppError('not-found', `Agent not found: the only one is ${AGENT_ID}.`)
}

async function generate(c: Context<Env>, input: RunInput, deps: RunDeps) {
  try {
    return mastraAnswer(await wholeRun(c, input, deps))
  } catch (error) {
    // Clients of this route expect 500 for every error of the server, and no other such status.
    const known = failure(error, c, deps.log)
    return replyError(c, known, Math.min(known.status, 500))
  }
}
