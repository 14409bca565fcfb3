import { type Api, dataOf } from './api.ts'
import { type ListOptions, numberedPages, onePage } from './pages.ts'
import type {
  Agent,
  AgentChange,
  AgentProfile,
  NewAgent,
  Trial,
  TrialRequest,
} from './platform-types.ts'
import type { CallOptions } from './send.ts'

const AGENTS = '/v3/ai-agents/agents'
const PROFILES = '/v3/ai-agents/profiles'

export function agents(api: Api) {
  return {
    ...agentProfiles(api),

    /** Not retried when the response is lost, as there might be two agents. */
    create(agent: NewAgent, options?: CallOptions): Promise<Agent> {
      const body = { integrationType: 'agent' as const, ...agent }
      return dataOf(api.POST(AGENTS, { body, ...api.with({}, options) }))
    },

    /** One page of agents, by uid: by default the first 100. */
    list: (options: ListOptions = {}): Promise<Agent[]> =>
      onePage(options, (query, call) => api.GET(AGENTS, api.with({ query }, call))),

    get: (uid: string, options?: CallOptions): Promise<Agent> =>
      dataOf(api.GET(`${AGENTS}/{uid}`, api.with({ path: { uid } }, options))),

    change: (uid: string, body: AgentChange, options?: CallOptions): Promise<Agent> =>
      dataOf(api.PATCH(`${AGENTS}/{uid}`, { body, ...api.with({ path: { uid } }, options) })),

    async delete(uid: string, options?: CallOptions): Promise<void> {
      await api.DELETE(`${AGENTS}/{uid}`, api.with({ path: { uid } }, options))
    },

    /** Has the platform call an agent once, and returns the result. */
    test: (body: TrialRequest, options?: CallOptions): Promise<Trial> =>
      dataOf(api.POST(`${AGENTS}/test`, { body, ...api.with({}, options) })),
  }
}

export function agentProfiles(api: Api) {
  return {
    /** The agents as users see them, page by page. */
    listProfiles: (options: ListOptions = {}): AsyncGenerator<AgentProfile[]> =>
      numberedPages(options, (query, call) => api.GET(PROFILES, api.with({ query }, call))),

    getProfile: (uid: string, options?: CallOptions): Promise<AgentProfile> =>
      dataOf(api.GET(`${PROFILES}/{uid}`, api.with({ path: { uid } }, options))),
  }
}
