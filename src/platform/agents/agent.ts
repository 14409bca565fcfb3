import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { agents } from '../../storage/schema.ts'
import { AGENT_KINDS } from '../agent-kinds.ts'
import { Id, Name, shown, small, WebAddress } from '../field.ts'
import { PlatformError } from '../platform-error.ts'
import { ActionName } from './actions.ts'
import { masked } from './headers.ts'
import { Verdict } from './verdict.ts'

const MAX_NAMES = 100
/** Servers rarely take more. */
const HEADER_LIMITS = { maxBytes: 16 * 1024 }

const Names = z
  .array(ActionName)
  .max(MAX_NAMES)
  .refine((names) => new Set(names).size === names.length, 'must not contain a name twice')

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
    .describe('The Deployment URL. It is called as it is, including its path.'),
  agentId: z.string().trim().min(1).max(255).describe('The id of the agent at its deployment.'),
  headers: small(z.record(z.string(), z.string()), HEADER_LIMITS)
    .optional()
    .describe('Sent with every call. Their values are never returned: `•••` stands for each.'),
})

const GivenIntegrationMeta = z.strictObject(IntegrationMeta.shape)

const ChangedIntegrationMeta = GivenIntegrationMeta.partial().extend({
  headers: small(z.record(z.string(), z.string().nullable()), HEADER_LIMITS)
    .optional()
    .describe(
      'A header that is absent keeps its value, and `null` removes it. When the scheme, host or port ' +
        'of the Deployment URL changes, all of them have to be sent again.',
    ),
})

const KIND_HELP = 'The provider, which decides the protocol that the agent is called with.'

const Fields = z.strictObject({
  name: Name,
  icon: WebAddress.nullish(),
  isActive: z
    .boolean()
    .optional()
    .describe('Whether the agent is enabled. A new agent is disabled by default.'),
  integrateWith: z.enum(AGENT_KINDS).describe(KIND_HELP),
  integrationType: z.literal('agent').optional(),
  integrationMeta: GivenIntegrationMeta,
  tools: Names.optional().describe(
    'Names of registered labels, for tools that the agent runs itself.',
  ),
  actions: Names.optional().describe(
    'Names of registered frontend actions that the agent may call.',
  ),
  metaData: z.strictObject(MetaData.shape).optional(),
})

/** An agent to register. */
export const AgentDetails = Fields.extend({
  uid: Id.optional().describe(
    'The uid of the agent and of its user. Made from the name if absent.',
  ),
})

/** A change of an agent. Absent fields keep their values. */
export const AgentChange = Fields.partial().extend({
  integrationMeta: ChangedIntegrationMeta.optional(),
  uid: z.never({ error: 'cannot be changed' }).optional(),
})

export type AgentRow = typeof agents.$inferSelect

/** An agent as the API returns it. */
export const PlatformAgent = z
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
    lastTest: Verdict.optional().describe('The last test of the agent as it is registered.'),
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({ id: 'PlatformAgent' })

export function toAgent(row: AgentRow): z.output<typeof PlatformAgent> {
  const meta = integrationOf(row)
  return shown(PlatformAgent, {
    ...row,
    integrationMeta: { ...meta, headers: masked(meta.headers) },
  })
}

/** How an agent is called. The headers are as stored: encrypted or plain. */
export function integrationOf({ integrationMeta }: Pick<AgentRow, 'integrationMeta'>) {
  const { headers = {}, ...meta } = IntegrationMeta.parse(integrationMeta)
  return { ...meta, headers }
}

export async function findAgent(database: Database, uid: string): Promise<AgentRow> {
  const agent = await agentByUid(database, uid)
  if (agent) return agent
  throw new PlatformError('ERR_AGENT_NOT_FOUND', `There is no agent with the uid ${uid}.`)
}

export async function agentByUid(database: Database, uid: string): Promise<AgentRow | undefined> {
  const [agent] = await database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  return agent
}
