import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Log } from '../../log.ts'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import type { AgentFetch } from '../delivery/agent-fetch.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import { agents } from '../storage/schema.ts'
import { Agent, AgentChange, AgentDetails, toAgent } from './agent.ts'
import type { RegistrationNeeds } from './check-registration.ts'
import { findAgent, listAgents } from './find-agent.ts'
import type { HeaderCipher } from './header-cipher.ts'
import { RegisteredTried, readTried, UnregisteredTried } from './read-tried.ts'
import { changeAgent, createAgent } from './save-agent.ts'
import { Trial, tryAgent } from './try-agent.ts'

interface AgentNeeds extends RegistrationNeeds {
  agentFetch: AgentFetch
  headerCipher: HeaderCipher
  log: Log
  now(): Date
}

const tags = ['Chat platform: agents']
const OneAgent = z.object({ uid: Id })

/** Agents: registered, listed, changed, tried and deleted. */
export function agentsRoutes(needs: AgentNeeds): Routes {
  const { database } = needs
  const paths: Routes['paths'] = {
    '/v3/ai-agents/agents': {
      post: operation({
        operationId: 'createAgent',
        tags,
        summary: 'Register an agent',
        requestBody: { required: true, content: { 'application/json': { schema: AgentDetails } } },
        data: Agent,
      }),
      get: operation({
        operationId: 'listAgents',
        tags,
        summary: 'The agents, by uid',
        requestParams: { query: ListingQuery },
        data: z.array(Agent),
        meta: ListingMeta,
      }),
    },
    '/v3/ai-agents/agents/test': {
      post: operation({
        operationId: 'testAgent',
        tags,
        summary: 'Ask an agent once, registered, changed or new, and tell what came',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: z.union([RegisteredTried, UnregisteredTried]) },
          },
        },
        data: Trial,
      }),
    },
    '/v3/ai-agents/agents/{uid}': {
      get: operation({
        operationId: 'getAgent',
        tags,
        summary: 'One agent',
        requestParams: { path: OneAgent },
        data: Agent,
      }),
      patch: operation({
        operationId: 'changeAgent',
        tags,
        summary: 'Change an agent, or enable or disable it',
        requestParams: { path: OneAgent },
        requestBody: { required: true, content: { 'application/json': { schema: AgentChange } } },
        data: Agent,
      }),
      delete: operation({
        operationId: 'deleteAgent',
        tags,
        summary: 'Delete an agent; the user that it was stays, and so do its messages',
        requestParams: { path: OneAgent },
        data: z.object({ success: z.literal(true), message: z.string() }),
      }),
    },
  }

  const routes = new Hono<Door>()
    .post('/v3/ai-agents/agents', limitBody, async (c) => {
      const details = check(AgentDetails, await readJson(c))
      return replyData(c, toAgent(await createAgent(details, needs)))
    })
    .get('/v3/ai-agents/agents', async (c) => {
      const query = check(ListingQuery, c.req.query())
      const { integrationMeta, metaData, tools, actions } = agents
      const shown = [integrationMeta, metaData, tools, actions]
      const { items, meta } = await listAgents(database, query, shown)
      return replyData(c, items.map(toAgent), meta)
    })
    .post('/v3/ai-agents/agents/test', limitBody, async (c) => {
      const tried = await readTried(await readJson(c), needs)
      return replyData(c, await tryAgent(tried, needs, c.req.raw.signal))
    })
    .get('/v3/ai-agents/agents/:uid', async (c) => {
      const { uid } = check(OneAgent, c.req.param())
      return replyData(c, toAgent(await findAgent(database, uid)))
    })
    .patch('/v3/ai-agents/agents/:uid', limitBody, async (c) => {
      const { uid } = check(OneAgent, c.req.param())
      const change = check(AgentChange, await readJson(c))
      return replyData(c, toAgent(await changeAgent(uid, change, needs)))
    })
    .delete('/v3/ai-agents/agents/:uid', async (c) => {
      const { uid } = check(OneAgent, c.req.param())
      await findAgent(database, uid)
      await database.delete(agents).where(eq(agents.uid, uid))
      return replyData(c, { success: true, message: `The agent ${uid} was deleted.` })
    })

  return { paths, routes }
}
