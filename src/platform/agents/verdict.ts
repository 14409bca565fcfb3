import * as z from 'zod'
import { AGENT_KINDS } from '../agent-kinds.ts'

/** What a test of an agent comes to, and what to do next. */
export const Verdict = z
  .object({
    outcome: z.enum(['passed', 'warning', 'failed']),
    text: z.string(),
    nextStep: z.string().optional(),
    testedAt: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'PlatformAgentVerdict' })

type Found = Omit<z.output<typeof Verdict>, 'testedAt'>
type Kind = (typeof AGENT_KINDS)[number]

/** The result of a test. */
interface Tested {
  failure: { code: string; message: string } | null
  looksLike?: Kind | undefined
  status?: number | undefined
  checks: readonly { check: string; outcome: string; finding: string }[]
  durationMs: number
}

/** How the agent was called. */
interface Called {
  integrateWith: string
  url: string
  agentId: string
}

const LABELS: Readonly<Record<Kind, string>> = {
  'ag-ui': 'AG-UI',
  crewai: 'CrewAI',
  langgraph: 'LangGraph',
  agno: 'Agno',
  vercelV5: 'Vercel AI SDK 5',
  mastra: 'Mastra',
  'mastra-legacy': 'Mastra (legacy)',
  rasa: 'Rasa',
  ag2: 'AG2',
}

/** The routes that frameworks give their agents; of others, deployments choose their own. */
const ROUTES = new Map<string, (agentId: string) => string>([
  ['mastra', (agentId) => `/api/agents/${encodeURIComponent(agentId)}/generate`],
  ['mastra-legacy', (agentId) => `/api/agents/${encodeURIComponent(agentId)}/generate-legacy`],
  ['rasa', () => '/webhooks/rest/webhook'],
])

const FAILURES: Readonly<Record<string, readonly [text: string, nextStep: string]>> = {
  unreachable: [
    'The agent cannot be reached.',
    'Check the Deployment URL, and that the agent is running.',
  ],
  'address-refused': ['This address must not be called.', 'Enter a public address.'],
  redirected: ['The address redirects to another one.', 'Enter the address that it leads to.'],
  'agent-failed': ['The agent reported an error.', 'Look into the log of the agent.'],
  'wrong-content': [
    'The agent answers in another format.',
    'Choose another provider, or the path that has the format of this one.',
  ],
  malformed: ['The agent’s answer cannot be read.', 'Check that the provider is the right one.'],
  'cut-short': [
    'The answer does not end as it should.',
    'Check that the provider is the right one, and that the agent ends each run.',
  ],
  'timed-out': ['The agent took too long to answer.', 'Try it again, or with a shorter question.'],
  'too-large': ['The answer is too long.', 'Ask for a shorter one.'],
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'It expects another request: check the provider, and the id of the agent.',
  401: 'Add the header that it asks for, such as Authorization, or correct its value.',
  403: 'Its headers may not be those of somebody who is allowed to call it.',
  404: 'Check the path of the Deployment URL.',
  405: 'This path takes no POST requests. Check the path of the Deployment URL.',
  422: 'It expects another request: check the provider.',
  429: 'It takes no more requests for now: try it again later.',
}

export function verdictOf(tested: Tested, called: Called): Found {
  const { failure, looksLike, status = 0, checks, durationMs } = tested
  if (looksLike) {
    const label = LABELS[looksLike]
    return failed(`This looks like ${label}.`, `Choose ${label} as the provider.`)
  }
  if (failure?.code === 'refused') {
    const text = `The agent rejected the request with status ${status}.`
    return failed(text, statusStep(status, called))
  }
  // Whether it is switched on says nothing about whether it works.
  const found = checks.filter(({ check }) => check !== 'enabled')
  const broken = found.find(({ outcome }) => outcome === 'failed')
  if (failure) {
    const [text, nextStep] = FAILURES[failure.code] ?? [failure.message, undefined]
    const isOther = failure.code === 'wrong-content' || failure.code === 'malformed'
    const reason = broken?.check === 'deployment-url' ? broken.finding : text
    return failed(reason, (isOther && routeStep(called)) || nextStep)
  }
  if (broken) return failed(broken.finding)
  const warning = found.find(({ outcome }) => outcome === 'warning')
  if (warning) return { outcome: 'warning', text: 'It answers.', nextStep: warning.finding }
  return { outcome: 'passed', text: `It works: answered in ${(durationMs / 1000).toFixed(1)} s.` }
}

function failed(text: string, nextStep?: string): Found {
  return { outcome: 'failed', text, ...(nextStep && { nextStep }) }
}

function statusStep(status: number, called: Called) {
  const route = status === 404 || status === 405 ? routeStep(called) : undefined
  return (
    route ?? STATUSES[status] ?? (status >= 500 ? 'Look into the log of the agent.' : undefined)
  )
}

/** Names the route of the framework, unless it is the one that was called. */
function routeStep({ integrateWith, url, agentId }: Called) {
  const route = ROUTES.get(integrateWith)?.(agentId)
  const { origin, pathname } = new URL(url)
  if (!route || pathname === route) return undefined
  const label = AGENT_KINDS.filter((kind) => kind === integrateWith).map((kind) => LABELS[kind])
  return `${label} answers at ${route}: enter ${origin}${route} as the Deployment URL.`
}
