import * as z from 'zod'
import { ActionName } from '../action/action.ts'
import { AGENT_KINDS } from '../agent-kinds.ts'
import { MAX_HEADERS } from '../delivery/guard/check-agent-headers.ts'
import { fewKeys, Id, Name, WebAddress } from '../field.ts'
import type { agents } from '../storage/schema.ts'
import { masked } from './headers.ts'

const MAX_NAMES = 100

const Names = z
  .array(ActionName)
  .max(MAX_NAMES)
  .refine((names) => new Set(names).size === names.length, 'may hold each name once')

export const MetaData = z.object({
  greetingMessage: z.string().max(1000).nullish(),
  introductoryMessage: z.string().max(1000).nullish(),
  suggestedMessages: z.array(z.string().min(1).max(500)).max(20).nullish(),
})

const IntegrationMeta = z.object({
  baseUrl: z
    .string()
    .min(1)
    .max(2048)
    .describe('The Deployment URL: called as it stands, with its whole path.'),
  agentId: z.string().trim().min(1).max(255).describe("The agent's identifier at its deployment."),
  headers: fewKeys(z.record(z.string(), z.string()), MAX_HEADERS)
    .optional()
    .describe(
      'Sent with every call. No answer shows their values: `•••` stands for each. A Deployment URL ' +
        'with another scheme, host or port has to come with its headers.',
    ),
})

const GivenIntegrationMeta = z.strictObject(IntegrationMeta.shape)

const KIND_HELP = 'The provider: it says in which wire the agent is asked.'

const Fields = z.strictObject({
  name: Name,
  icon: WebAddress.nullish(),
  isActive: z.boolean().optional().describe('Whether it answers. A new agent does not yet.'),
  integrateWith: z.enum(AGENT_KINDS).describe(KIND_HELP),
  integrationType: z.literal('agent').optional(),
  integrationMeta: GivenIntegrationMeta,
  tools: Names.optional().describe('Registered labels for tools that the agent runs itself.'),
  actions: Names.optional().describe('Registered frontend actions: the agent may call them.'),
  metaData: z.strictObject(MetaData.shape).optional(),
})

/** An agent as it is registered. */
export const AgentDetails = Fields.extend({
  uid: Id.optional().describe('Of the user that the agent is; made from its name if absent.'),
})

/** What is to be changed of an agent; the rest stays as it is. */
export const AgentChange = Fields.partial().extend({
  integrationMeta: GivenIntegrationMeta.partial().optional(),
  uid: z.never({ error: 'cannot be changed' }).optional(),
})

const { integrateWith, integrationMeta, tools, actions } = Fields.shape

/** As much of an agent as is needed to ask it; what else its registration would say may be there. */
export const UnregisteredAgent = z.object({ integrateWith, integrationMeta, tools, actions })

/** The same of an agent that is registered: what is not there is as it is registered. */
export const ChangedAgent = UnregisteredAgent.extend({
  uid: Id,
  integrationMeta: AgentChange.shape.integrationMeta,
}).partial({ integrateWith: true })

export type AgentRow = typeof agents.$inferSelect

/** An agent as the API returns it. */
export const Agent = z
  .object({
    uid: z.string(),
    name: z.string(),
    icon: z.string().optional(),
    isActive: z.boolean(),
    integrateWith: z.string(),
    integrationType: z.string(),
    integrationMeta: IntegrationMeta.required(),
    tools: z.array(z.string()),
    actions: z.array(z.string()),
    metaData: MetaData,
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({ id: 'PlatformAgent' })

export function toAgent(row: AgentRow): z.output<typeof Agent> {
  const { icon, tools, actions, ...rest } = row
  const meta = integrationOf(row)
  return {
    ...rest,
    ...(icon && { icon }),
    integrationMeta: { ...meta, headers: masked(meta.headers) },
    tools: [...tools],
    actions: [...actions],
    metaData: MetaData.parse(row.metaData),
  }
}

/** Where and how an agent is reached. Its headers are as they are stored: encrypted or plain. */
export function integrationOf({ integrationMeta }: Pick<AgentRow, 'integrationMeta'>) {
  const { headers = {}, ...meta } = IntegrationMeta.parse(integrationMeta)
  return { ...meta, headers }
}
