import * as z from 'zod'
import type { Ask } from './ask.ts'
import { type CallOptions, checked } from './options.ts'

const PATH = '/v3/ai-agents/agents'

/** The kinds of agent that the platform can talk to. */
export const INTEGRATIONS = [
  ...(['mastra', 'mastra-legacy', 'langgraph', 'crewai', 'vercelV5'] as const),
  ...(['ag2', 'rasa', 'agno', 'ag-ui'] as const),
] as const

const Integration = z.strictObject({
  integrateWith: z.enum(INTEGRATIONS),
  integrationType: z.literal('agent').optional(),
  integrationMeta: z.strictObject({
    /** The Deployment URL. */
    baseUrl: z.url({ protocol: /^https?$/ }),
    agentId: z.string().min(1),
    /** What the agent is shown with each call, such as `Authorization`. */
    headers: z.record(z.string(), z.string()).optional(),
  }),
})

/** A registered agent by its uid, with changes to try if any; or one that need not be registered. */
const TrialRequest = z.union([
  Integration.partial().extend({
    uid: z.string().min(1),
    question: z.string().min(1).optional(),
  }),
  Integration.extend({ question: z.string().min(1).optional() }),
])

const NewAgent = Integration.extend({
  uid: z.string().min(1).optional(),
  name: z.string().min(1),
  icon: z.string().optional(),
  /** Whether it answers. */
  isActive: z.boolean().optional(),
  tools: z.array(z.string()).optional(),
  actions: z.array(z.string()).optional(),
  metaData: z
    .strictObject({
      greetingMessage: z.string().optional(),
      introductoryMessage: z.string().optional(),
      suggestedMessages: z.array(z.string()).optional(),
    })
    .optional(),
})

const AgentChange = NewAgent.omit({ uid: true }).partial()

const Agent = z.looseObject({
  uid: z.string(),
  name: z.string(),
  isActive: z.boolean().optional(),
  integrateWith: z.string().optional(),
  integrationMeta: z.looseObject({}).optional(),
})

/** An agent as it is registered. */
export type NewAgent = z.input<typeof NewAgent>
export type AgentChange = z.input<typeof AgentChange>
export type TrialRequest = z.input<typeof TrialRequest>
export type Agent = z.output<typeof Agent>

const One = z.object({ data: Agent })
const Many = z.object({ data: z.array(Agent) })

export function agents(ask: Ask) {
  const one = (uid: string) => `${PATH}/${encodeURIComponent(uid)}`

  return {
    /** Is not made again when its answer is lost: there might be two agents then. */
    async create(agent: NewAgent, options: CallOptions = {}): Promise<Agent> {
      const body = { integrationType: 'agent', ...checked(NewAgent, agent) }
      const question = { ...options, method: 'POST', path: PATH, body, repeatable: false } as const
      return (await ask({ ...question, schema: One })).data
    },

    async list(options: CallOptions = {}): Promise<Agent[]> {
      const question = { ...options, method: 'GET', path: PATH, repeatable: true } as const
      return (await ask({ ...question, schema: Many })).data
    },

    async change(uid: string, change: AgentChange, options: CallOptions = {}): Promise<Agent> {
      const body = checked(AgentChange, change)
      const question = { ...options, method: 'PATCH', path: one(uid), body } as const
      return (await ask({ ...question, schema: One, repeatable: true })).data
    },

    async delete(uid: string, options: CallOptions = {}): Promise<void> {
      const question = { ...options, method: 'DELETE', path: one(uid), repeatable: true } as const
      await ask({ ...question, schema: z.unknown() })
    },

    /** Has the platform ask an agent something, and tells how that went. */
    async test(trial: TrialRequest, options: CallOptions = {}): Promise<unknown> {
      const body = checked(TrialRequest, trial)
      const question = { ...options, method: 'POST', path: `${PATH}/test`, body } as const
      const answer = await ask({
        ...question,
        schema: z.object({ data: z.unknown().optional() }),
        repeatable: false,
      })
      return answer.data
    },
  }
}
