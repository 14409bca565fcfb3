import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { Id } from '../field.ts'
import { ListingMeta, ListingQuery } from '../listing.ts'
import { operation } from '../operation.ts'
import { type AgentRow, MetaData } from './agent.ts'
import { findAgent, listAgents } from './agents.ts'

const tags = ['Chat platform: agents']

/** An agent as users see it, without where it runs and how it is called. */
export const AgentProfile = z
  .object({
    uid: z.string(),
    name: z.string(),
    icon: z.string().optional(),
    isActive: z.boolean().describe('Whether the agent is enabled.'),
    greetingMessage: z.string().optional(),
    introductoryMessage: z.string().optional(),
    suggestedMessages: z.array(z.string()),
  })
  .meta({ id: 'PlatformAgentProfile' })

/** What users can see of the agents they chat with. */
export function agentProfileOperations({ database }: { database: Database }) {
  return [
    operation({
      operationId: 'listAgentProfiles',
      method: 'get',
      path: '/v3/ai-agents/profiles',
      tags,
      summary: 'The agents as users see them, by uid',
      query: ListingQuery,
      data: z.array(AgentProfile),
      meta: ListingMeta,
      async handle({ query }) {
        const { items, meta } = await listAgents(database, query)
        return { data: items.map(toProfile), meta }
      },
    }),
    operation({
      operationId: 'getAgentProfile',
      method: 'get',
      path: '/v3/ai-agents/profiles/{uid}',
      tags,
      summary: 'One agent as users see it, with its greeting and suggested messages',
      params: z.object({ uid: Id }),
      data: AgentProfile,
      handle: async ({ params }) => ({ data: toProfile(await findAgent(database, params.uid)) }),
    }),
  ]
}

/** Field by field, so that a new field of agents does not become public by accident. */
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
