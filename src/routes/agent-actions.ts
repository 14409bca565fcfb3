import { Hono } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import { reply } from '../http/reply.ts'
import { answers, type Routes } from '../http/routes.ts'
import type { Tool } from '../tools/tool.ts'

/** Carried out where the answer is read, from the input of the call. */
const CARRIED_OUT_BY_CLIENTS = ['triggerConfetti']

const Registration = z
  .object({
    displayName: z.string(),
    executionText: z.string().describe('What a chat shows while it runs.'),
    name: z.string().describe('What the client listens for.'),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of an object.'),
    doNotExecute: z.boolean().describe('True for a tool that runs here: a label, no handler.'),
  })
  .meta({ id: 'ActionRegistration' })

const Registrations = z
  .object({ actions: z.array(Registration), tools: z.array(Registration) })
  .meta({ id: 'ActionRegistrations' })

/** What to register at a chat platform beside the agent itself, ready to paste. */
export function agentActions({ tools }: { tools: readonly Tool[] }): Routes {
  const paths: Routes['paths'] = {
    '/agent/actions': {
      get: {
        operationId: 'getAgentActions',
        tags: ['Agent'],
        summary: 'Frontend actions and tools of the agent, as a chat platform registers them',
        responses: answers(Registrations),
      },
    },
  }

  const all = tools.map(registration)
  const answer = {
    actions: all.filter(({ doNotExecute }) => !doNotExecute),
    tools: all.filter(({ doNotExecute }) => doNotExecute),
  }
  const routes = new Hono<Env>().get('/agent/actions', (c) => reply(c, answer))
  return { paths, routes }
}

function registration({ title, executionText, name, description, input }: Tool) {
  return {
    ...{ displayName: title, executionText, name, description },
    parameters: parameters(input),
    doNotExecute: !CARRIED_OUT_BY_CLIENTS.includes(name),
  }
}

/** A platform's form wants `required` to be there, even when nothing is. */
function parameters(input: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return { required: [], ...schema }
}
