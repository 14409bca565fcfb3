import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { collectRun } from '../agent/collect-run.ts'
import { runAgent } from '../agent/run-agent.ts'
import { Usage } from '../agent/usage.ts'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { limitBody, readJson } from '../http/read-json.ts'
import { reply, replyError } from '../http/reply.ts'
import { answers, type Routes } from '../http/routes.ts'
import { MASTRA_REQUEST_BODY, mastra, readMastraRequest } from '../protocols/mastra.ts'
import { mastraAnswer } from '../protocols/mastra-answer.ts'
import { AGENT_ID, AgentDescription, describeAgent } from './agent-description.ts'
import { type RunDeps, streamOperation, streamRun } from './run.ts'

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

const requestParams = { path: z.object({ agentId: z.literal(AGENT_ID) }) }

/** The agent by its id: the simple route of agent frameworks, and what Mastra's client asks for. */
export function agents(deps: RunDeps): Routes {
  const routes = new Hono<Env>()
    .get('/api/agents', (c) => reply(c, { [AGENT_ID]: describeAgent(deps) }))
    .get('/api/agents/:agentId', (c) => {
      checkAgentId(c.req.param('agentId'))
      return reply(c, describeAgent(deps))
    })
    .post('/api/agents/:agentId/generate', limitBody, async (c) => {
      checkAgentId(c.req.param('agentId'))
      return generate(c, readMastraRequest(await readJson(c)), deps)
    })
    .post('/api/agents/:agentId/stream', limitBody, async (c) => {
      checkAgentId(c.req.param('agentId'))
      return streamRun(c, mastra, mastra.open(await readJson(c)), deps)
    })

  return { paths: PATHS, routes }
}

function checkAgentId(agentId: string) {
  if (agentId === AGENT_ID) return
  throw new AppError('not-found', `There is one agent here: ${AGENT_ID}.`)
}

async function generate(
  c: Context<Env>,
  input: Parameters<typeof runAgent>[0],
  deps: RunDeps,
): Promise<Response> {
  try {
    const run = await collectRun(runAgent(input, deps, c.req.raw.signal))
    return reply(c, mastraAnswer(run))
  } catch (error) {
    // Callers of this route know one status for all that can go wrong behind it.
    const known = AppError.from(error)
    return replyError(c, known, Math.min(known.status, 500))
  }
}

const PATHS: Routes['paths'] = {
  '/api/agents': {
    get: {
      operationId: 'describeAgents',
      tags: ['Agent'],
      summary: 'The agents by their ids: there is one',
      responses: answers(z.object({ [AGENT_ID]: AgentDescription }).meta({ id: 'Agents' })),
    },
  },
  '/api/agents/{agentId}': {
    get: {
      operationId: 'describeAgent',
      tags: ['Agent'],
      summary: 'An agent, its model and its tools',
      requestParams,
      responses: answers(AgentDescription),
    },
  },
  '/api/agents/{agentId}/generate': {
    post: {
      operationId: 'generate',
      tags: ['Agent'],
      summary: 'Ask an agent by its id; the answer comes whole',
      requestParams,
      requestBody: MASTRA_REQUEST_BODY,
      responses: answers(Generated),
    },
  },
  '/api/agents/{agentId}/stream': { post: { ...streamOperation(mastra), requestParams } },
}
