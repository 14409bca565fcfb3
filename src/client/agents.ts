import { AGENT_KINDS } from '../chat/agent-kinds.ts'
import { type CallOptions, checked } from './options.ts'
import type { ListOptions } from './pages.ts'
import type { Agent, AgentMetaData, IntegrationMeta, NewAgent, Trial } from './platform-types.ts'
import {
  anything,
  dataOf,
  filledText,
  flag,
  list,
  loose,
  mapOf,
  oneOf,
  optional,
  record,
  strict,
  text,
  valid,
} from './schema.ts'
import type { Send } from './send.ts'

/** The same fields, all optional. */
type Some<T> = { [Key in keyof T]?: T[Key] | undefined }

export interface AgentChange extends Some<Omit<NewAgent, 'uid' | 'integrationMeta'>> {
  integrationMeta?: Some<IntegrationMeta> | undefined
}

type CallFields = Pick<NewAgent, 'integrateWith' | 'integrationType' | 'integrationMeta'>

/** The agent to test: a registered one by its uid, with changes if any; or an unregistered one. */
export type TrialRequest = { question?: string | undefined } & (
  | ({ uid: string } & Pick<AgentChange, keyof CallFields>)
  | ({ uid?: undefined } & CallFields)
)

const isHttp = (value: unknown) =>
  typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)
const Url = valid<string>(isHttp, 'must be a URL')
const Texts = optional(list(text))
const integrateWith = oneOf(AGENT_KINDS)
const integrationType = optional(oneOf(['agent']))
const headers = optional(mapOf(text))

const Meta = strict<IntegrationMeta>({ baseUrl: Url, agentId: filledText, headers })
const SomeMeta = strict<Some<IntegrationMeta>>({
  baseUrl: optional(Url),
  agentId: optional(filledText),
  headers,
})

const details = {
  icon: optional(text),
  isActive: optional(flag),
  integrationType,
  tools: Texts,
  actions: Texts,
  metaData: optional(
    strict<AgentMetaData>({
      greetingMessage: optional(text),
      introductoryMessage: optional(text),
      suggestedMessages: Texts,
    }),
  ),
}

const NewAgentSchema = strict<NewAgent>({
  ...details,
  uid: optional(filledText),
  name: filledText,
  integrateWith,
  integrationMeta: Meta,
})

const changed = { integrateWith: optional(integrateWith), integrationMeta: optional(SomeMeta) }
const AgentChangeSchema = strict<AgentChange>({
  ...details,
  ...changed,
  name: optional(filledText),
})

const question = optional(filledText)
const Registered = strict<TrialRequest & { uid: string }>({
  ...changed,
  integrationType,
  question,
  uid: filledText,
})
const Unregistered = strict<TrialRequest & { uid?: undefined }>({
  integrateWith,
  integrationMeta: Meta,
  integrationType,
  question,
  uid: optional(valid<undefined>(() => false, 'must be a string')),
})

const AgentSchema = loose<Agent>({
  uid: text,
  name: text,
  isActive: optional(flag),
  integrateWith: optional(text),
  integrationMeta: optional(record),
})

const PATH = '/v3/ai-agents/agents'
const One = dataOf(AgentSchema)

export function agents(send: Send) {
  const agentPath = (uid: string) => `${PATH}/${encodeURIComponent(uid)}`

  return {
    /** Not retried when the response is lost, as there might be two agents. */
    async create(agent: NewAgent, options: CallOptions = {}): Promise<Agent> {
      const body = { integrationType: 'agent', ...checked(NewAgentSchema, agent) }
      return (await send({ ...options, method: 'POST', path: PATH, body, answer: One })).data
    },

    /** One page of agents, by uid: by default the first 100. */
    async list({ page, perPage, ...options }: ListOptions = {}): Promise<Agent[]> {
      const answer = dataOf(list(AgentSchema))
      const query = { page, perPage }
      return (await send({ ...options, method: 'GET', path: PATH, query, answer })).data
    },

    async get(uid: string, options: CallOptions = {}): Promise<Agent> {
      return (await send({ ...options, method: 'GET', path: agentPath(uid), answer: One })).data
    },

    async change(uid: string, change: AgentChange, options: CallOptions = {}): Promise<Agent> {
      const body = checked(AgentChangeSchema, change)
      const path = agentPath(uid)
      return (await send({ ...options, method: 'PATCH', path, body, answer: One })).data
    },

    async delete(uid: string, options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: agentPath(uid), answer: anything })
    },

    /** Has the platform call an agent once, and returns the result. */
    async test(trial: TrialRequest, options: CallOptions = {}): Promise<Trial> {
      const isRegistered = trial.uid !== undefined
      const body = isRegistered ? checked(Registered, trial) : checked(Unregistered, trial)
      const answer = dataOf(loose<Trial>({}))
      return (await send({ ...options, method: 'POST', path: `${PATH}/test`, body, answer })).data
    },
  }
}
