import * as z from 'zod'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import type { Tool } from '../tools/tool.ts'
import { inputSchema } from '../tools/tool-input.ts'

/** Run by the client that reads the answer, from the input of the call. */
const RUN_BY_CLIENTS = ['triggerConfetti']

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

/** Actions and tools to register at a chat platform beside the agent itself, ready to paste. */
export function agentActions({ tools }: { tools: readonly Tool[] }): RouteGroup {
  const getAgentActions = operation({
    method: 'get',
    path: '/agent/actions',
    operationId: 'getAgentActions',
    tags: ['Agent'],
    summary: 'Frontend actions and tools of the agent, as a chat platform registers them',
    data: Registrations,
    handle() {
      const all = tools.map(registration)
      return {
        actions: all.filter(({ doNotExecute }) => !doNotExecute),
        tools: all.filter(({ doNotExecute }) => doNotExecute),
      }
    },
  })
  return routeGroup([getAgentActions])
}

function registration(tool: Tool) {
  const { title, executionText, name, description } = tool
  return {
    displayName: title,
    executionText,
    name,
    description,
    // The form of a platform needs `required`, even when it is empty.
    parameters: { required: [], ...inputSchema(tool) },
    doNotExecute: !RUN_BY_CLIENTS.includes(name),
  }
}
