import { Hono } from 'hono'
import * as z from 'zod'
import { collectRun } from '../agent/collect-run.ts'
import { Messages } from '../agent/message.ts'
import { toModelMessages } from '../agent/model-messages.ts'
import { type AgentNeeds, runAgent } from '../agent/run-agent.ts'
import { Usage } from '../agent/usage.ts'
import { AppError } from '../error.ts'
import { parse } from '../parse.ts'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { limitBody, readJson } from './read-json.ts'
import { reply, replyError } from './reply.ts'

const AGENT_ID = 'ranking'

const GenerateRequest = z
  .object({ messages: Messages.describe('The conversation, oldest first.') })
  .meta({ id: 'GenerateRequest' })

const Call = z.object({ toolCallId: z.string(), toolName: z.string(), args: z.unknown() })

const Generated = z
  .object({
    text: z.string().describe('Markdown.'),
    toolCalls: z.array(Call),
    toolResults: z.array(Call.extend({ result: z.unknown() })),
    finishReason: z.string(),
    usage: Usage,
  })
  .meta({ id: 'Generated' })

/** The simple agent route of the frameworks that know nothing but a request and its answer. */
export function agents(needs: AgentNeeds): Routes {
  const paths: Routes['paths'] = {
    '/api/agents/{agentId}/generate': {
      post: {
        operationId: 'generate',
        tags: ['Agent'],
        summary: 'Ask an agent by its id; the answer comes whole',
        requestParams: { path: z.object({ agentId: z.literal(AGENT_ID) }) },
        requestBody: {
          required: true,
          content: { 'application/json': { schema: GenerateRequest } },
        },
        responses: answers(Generated),
      },
    },
  }

  const routes = new Hono<Door>().post('/api/agents/:agentId/generate', limitBody, async (c) => {
    if (c.req.param('agentId') !== AGENT_ID) {
      throw new AppError('not-found', `There is one agent here: ${AGENT_ID}.`)
    }
    const { messages } = parse(GenerateRequest, await readJson(c))
    const ids = { threadId: crypto.randomUUID(), runId: crypto.randomUUID() }
    const input = { ...ids, messages: toModelMessages(messages) }
    try {
      return reply(c, await generate(input, needs, c.req.raw.signal))
    } catch (error) {
      // Callers of this route know one status for all that can go wrong behind it.
      const known = AppError.from(error)
      return replyError(c, known, Math.min(known.status, 500))
    }
  })

  return { paths, routes }
}

async function generate(...run: Parameters<typeof runAgent>): Promise<z.infer<typeof Generated>> {
  const { text, calls, finishReason, usage } = await collectRun(runAgent(...run))
  const toolResults = calls.map(({ callId, toolName, input, output }) => {
    return { toolCallId: callId, toolName, args: input, result: output }
  })
  const toolCalls = toolResults.map(({ result: _, ...call }) => call)
  return { text, toolCalls, toolResults, finishReason, usage }
}
