import { AGENT_KINDS, type AgentKind } from '../agent-kinds.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'

type Called = Pick<RegisteredAgent, 'integrateWith' | 'url' | 'agentId'>

interface KnownKind {
  label: string
  /** The paths that the framework gives its agents, the current one first. Of others, deployments choose. */
  routes?(agentId: string): string[]
}

const mastraRoute = (agentId: string, method: string) =>
  `/api/agents/${encodeURIComponent(agentId)}/${method}`

const KNOWN: Readonly<Record<AgentKind, KnownKind>> = {
  'ag-ui': { label: 'AG-UI' },
  crewai: { label: 'CrewAI' },
  langgraph: { label: 'LangGraph' },
  agno: { label: 'Agno' },
  vercelV5: { label: 'Vercel AI SDK 5' },
  rasa: { label: 'Rasa', routes: () => ['/webhooks/rest/webhook'] },
  mastra: { label: 'Mastra', routes: (agentId) => [mastraRoute(agentId, 'generate')] },
  'mastra-legacy': {
    label: 'Mastra (legacy)',
    // Servers of early versions have only the second one.
    routes: (agentId) => [
      mastraRoute(agentId, 'generate-legacy'),
      mastraRoute(agentId, 'generate'),
    ],
  },
  ag2: { label: 'AG2' },
}

export function labelOf(kind: AgentKind): string {
  return KNOWN[kind].label
}

/** Of the formats that one pattern tells from the others, the first that matches. */
const FORMATS: readonly (readonly [RegExp, AgentKind])[] = [
  [/"type"\s*:\s*"(RUN_|STEP_|TEXT_MESSAGE_|TOOL_CALL_|MESSAGES_|STATE_)/, 'ag-ui'],
  [/"type"\s*:\s*"(text_|tool_call_|tool_result|done")/, 'crewai'],
  [/"type"\s*:\s*"(text-|tool-|reasoning-|start"|start-step|finish)/, 'vercelV5'],
  [/"recipient_id"\s*:/, 'rasa'],
  [/^\s*\{[^{[]{0,200}"(text|content|message)"\s*:/, 'mastra'],
]

/** The kind of agent that an answer looks like, by how it begins. */
export function kindOfAnswer(beginning: string): AgentKind | undefined {
  return FORMATS.find(([pattern]) => pattern.test(beginning))?.[1]
}

/** Names the route of the framework, unless the call went there. */
export function routeStep({ integrateWith, url, agentId }: Called): string | undefined {
  const known = AGENT_KINDS.find((kind) => kind === integrateWith)
  const paths = (known && KNOWN[known].routes?.(agentId)) ?? []
  const { origin, pathname } = new URL(url)
  if (!known || paths.length === 0 || paths.includes(pathname)) return undefined
  const routes = paths.join(' or ')
  return `${labelOf(known)} answers at ${routes}: enter ${origin}${paths[0]} as the Deployment URL.`
}
