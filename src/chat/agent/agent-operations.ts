import * as z from 'zod'
import type { Log } from '../../core/log.ts'
import type { AgentFetch } from '../delivery/agent-fetch.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { Agent, AgentChange, AgentDetails, toAgent } from './agent.ts'
import { AgentTest, RegisteredAgentTest, testAgent, UnregisteredAgentTest } from './agent-test.ts'
import { changeAgent, createAgent, deleteAgent, findAgent, listAgents } from './agents.ts'
import type { RegistrationDeps } from './registration.ts'

interface AgentDeps extends RegistrationDeps {
  agentFetch: AgentFetch
  log: Log
  now(): Date
}

const tags = ['Chat platform: agents']
const OneAgent = z.object({ uid: Id })

/** Registers, lists, tests, reads, changes and deletes agents. */
export function agentOperations(deps: AgentDeps) {
  return [...registryOperations(deps), testOperation(deps), ...singleOperations(deps)]
}

function registryOperations(deps: AgentDeps) {
  return [
    operation({
      operationId: 'createAgent',
      method: 'post',
      path: '/v3/ai-agents/agents',
      tags,
      summary: 'Register an agent',
      body: AgentDetails,
      data: Agent,
      handle: async ({ body }) => ({ data: toAgent(await createAgent(body, deps)) }),
    }),
    operation({
      operationId: 'listAgents',
      method: 'get',
      path: '/v3/ai-agents/agents',
      tags,
      summary: 'The agents, by uid',
      query: ListingQuery,
      data: z.array(Agent),
      meta: ListingMeta,
      async handle({ query }) {
        const { items, meta } = await listAgents(deps.database, query)
        return { data: items.map(toAgent), meta }
      },
    }),
  ]
}

function testOperation(deps: AgentDeps) {
  return operation({
    operationId: 'testAgent',
    method: 'post',
    path: '/v3/ai-agents/agents/test',
    tags,
    summary: 'Call an agent once, registered or not, and return what it answered',
    // Which of the two schemas applies depends on whether the agent is registered.
    body: z.unknown(),
    documentedBody: z.union([RegisteredAgentTest, UnregisteredAgentTest]),
    data: AgentTest,
    handle: async ({ body }, c) => ({ data: await testAgent(body, deps, c.req.raw.signal) }),
  })
}

function singleOperations(deps: AgentDeps) {
  const { database } = deps
  const path = '/v3/ai-agents/agents/{uid}'
  return [
    operation({
      operationId: 'getAgent',
      method: 'get',
      path,
      tags,
      summary: 'One agent',
      params: OneAgent,
      data: Agent,
      handle: async ({ params }) => ({ data: toAgent(await findAgent(database, params.uid)) }),
    }),
    operation({
      operationId: 'changeAgent',
      method: 'patch',
      path,
      tags,
      summary: 'Change an agent, or enable or disable it',
      params: OneAgent,
      body: AgentChange,
      data: Agent,
      async handle({ params, body }) {
        return { data: toAgent(await changeAgent(params.uid, body, deps)) }
      },
    }),
    operation({
      operationId: 'deleteAgent',
      method: 'delete',
      path,
      tags,
      summary: 'Delete an agent; its user and its messages are kept',
      params: OneAgent,
      data: z.object({ success: z.literal(true), message: z.string() }),
      async handle({ params: { uid } }) {
        await deleteAgent(database, uid)
        return { data: { success: true as const, message: `The agent ${uid} was deleted.` } }
      },
    }),
  ]
}
