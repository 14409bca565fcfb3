import { Hono } from 'hono'
import * as z from 'zod'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { agents } from '../storage/schema.ts'
import { type AgentRow, MetaData } from './agent.ts'
import { findAgent, listAgents } from './find-agent.ts'

const tags = ['Chat platform: agents']
const OneAgent = z.object({ uid: Id })

/** An agent as users see it: nothing of where it runs and how it is reached. */
const AgentProfile = z
  .object({
    uid: z.string(),
    name: z.string(),
    icon: z.string().optional(),
    isActive: z.boolean().describe('Whether it answers.'),
    greetingMessage: z.string().optional(),
    introductoryMessage: z.string().optional(),
    suggestedMessages: z.array(z.string()),
  })
  .meta({ id: 'PlatformAgentProfile' })

/** The public face of agents, for those who chat with them. */
export function agentProfilesRoutes({ database }: { database: Database }): Routes {
  const paths: Routes['paths'] = {
    '/v3/ai-agents/profiles': {
      get: operation({
        operationId: 'listAgentProfiles',
        tags,
        summary: 'The agents as users see them, by uid',
        requestParams: { query: ListingQuery },
        data: z.array(AgentProfile),
        meta: ListingMeta,
      }),
    },
    '/v3/ai-agents/profiles/{uid}': {
      get: operation({
        operationId: 'getAgentProfile',
        tags,
        summary: 'One agent as users see it: its greeting and what to ask it',
        requestParams: { path: OneAgent },
        data: AgentProfile,
      }),
    },
  }

  const routes = new Hono<Door>()
    .get('/v3/ai-agents/profiles', async (c) => {
      const query = check(ListingQuery, c.req.query())
      const shown = [agents.metaData, agents.icon]
      const { items, meta } = await listAgents(database, query, shown)
      return replyData(c, items.map(toProfile), meta)
    })
    .get('/v3/ai-agents/profiles/:uid', async (c) => {
      const { uid } = check(OneAgent, c.req.param())
      return replyData(c, toProfile(await findAgent(database, uid)))
    })

  return { paths, routes }
}

/** Field by field: what is added to an agent one day is not public until it is named here. */
function toProfile({ uid, name, icon, isActive, metaData }: AgentRow) {
  const { greetingMessage, introductoryMessage, suggestedMessages } = MetaData.parse(metaData)
  const profile: z.output<typeof AgentProfile> = {
    uid,
    name,
    ...(icon && { icon }),
    isActive,
    ...(greetingMessage && { greetingMessage }),
    ...(introductoryMessage && { introductoryMessage }),
    suggestedMessages: suggestedMessages ?? [],
  }
  return profile
}
