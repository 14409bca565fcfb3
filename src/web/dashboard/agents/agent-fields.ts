import { asRecord } from '../../../core/json.ts'
import type { Agent } from '../../api/response-types.ts'
import { bodyOf, type FieldSpec } from '../form/field.ts'

interface Provider {
  value: string
  label: string
  /** The format in which it answers. */
  wire: string
  explained: string
  /** The path of this service's own agent in that format, if it supports it. */
  builtInPath?: string
}

const JSON_LINES = {
  wire: 'newline-delimited JSON',
  explained: 'Answers with one JSON object per line.',
  builtInPath: '/stream',
}
const ONE_DOCUMENT = {
  wire: 'one JSON document',
  explained: 'Answers with one JSON document at the end.',
  builtInPath: '/api/agents/ranking/generate',
}

/** Agent frameworks and their wire formats. */
export const PROVIDERS: readonly Provider[] = [
  {
    value: 'ag-ui',
    label: 'AG-UI',
    wire: 'AG-UI over SSE',
    explained: 'Speaks AG-UI (server-sent events).',
    builtInPath: '/agent',
  },
  { value: 'crewai', label: 'CrewAI', ...JSON_LINES },
  { value: 'langgraph', label: 'LangGraph', ...JSON_LINES },
  { value: 'agno', label: 'Agno', ...JSON_LINES },
  {
    value: 'vercelV5',
    label: 'Vercel AI SDK 5',
    wire: 'UI message stream over SSE',
    explained: 'Speaks the AI SDK’s UI message stream (server-sent events).',
    builtInPath: '/api/ui/chat',
  },
  { value: 'mastra', label: 'Mastra', ...ONE_DOCUMENT },
  { value: 'mastra-legacy', label: 'Mastra (legacy)', ...ONE_DOCUMENT },
  {
    value: 'rasa',
    label: 'Rasa',
    wire: 'Rasa’s REST channel',
    explained: 'Speaks Rasa’s REST channel: the last message in, a list of replies out.',
  },
  {
    value: 'ag2',
    label: 'AG2',
    wire: 'none of its own',
    explained: 'Register it as AG-UI or CrewAI, depending on which format it uses.',
  },
]

export function providerOf(value: string): Provider {
  const explained = 'This page does not know the format of this provider.'
  const known = PROVIDERS.find((provider) => provider.value === value)
  return known ?? { value, label: value, wire: 'unknown', explained }
}

/** This service's own agent, in the format of the provider. */
export function builtInAgent(provider: string): Record<string, string> {
  const { builtInPath: path } = providerOf(provider)
  if (!path) return { ...builtInAgent('ag-ui'), [PROVIDER.path]: 'ag-ui' }
  return {
    'integrationMeta.baseUrl': location.origin + path,
    'integrationMeta.agentId': 'ranking',
  }
}

export const PROVIDER: FieldSpec = {
  path: 'integrateWith',
  label: 'Provider',
  kind: 'choice',
  options: PROVIDERS,
}

/** Where the agent runs, and how it is called. */
export const DEPLOYMENT: readonly FieldSpec[] = [
  {
    path: 'integrationMeta.baseUrl',
    label: 'Deployment URL',
    kind: 'text',
    hint: 'This service calls exactly this URL, path included.',
    issue: 'Enter the full URL of the agent, such as https://agent.example.com/stream.',
    attributes: {
      required: true,
      pattern: String.raw`\s*https?://.+`,
      inputMode: 'url',
      spellcheck: false,
    },
  },
  {
    path: 'integrationMeta.agentId',
    label: 'Agent ID',
    kind: 'text',
    hint: 'The agent’s name in its deployment, such as its registry key.',
    issue: 'Enter the agent’s ID in its deployment.',
    attributes: { required: true, spellcheck: false },
  },
  {
    path: 'integrationMeta.headers',
    label: 'Headers',
    kind: 'headers',
    isSecret: true,
    hint: 'Optional: sent with every call, one per line. Stored values stay hidden: leave ••• to keep one.',
    attributes: { rows: 2, placeholder: 'Authorization: Bearer …' },
  },
]

/** What users see. */
export const PROFILE: readonly FieldSpec[] = [
  {
    path: 'name',
    label: 'Name',
    kind: 'text',
    issue: 'Enter a name.',
    attributes: { required: true },
  },
  {
    path: 'icon',
    label: 'Icon',
    kind: 'text',
    isOptional: true,
    hint: 'Optional: the URL of a picture. This page shows pictures of its own host only.',
    attributes: { inputMode: 'url', spellcheck: false },
  },
  {
    path: 'metaData.greetingMessage',
    label: 'Greeting',
    kind: 'text',
    isOptional: true,
    hint: 'Optional: the first line of an empty chat.',
  },
  {
    path: 'metaData.introductoryMessage',
    label: 'Introductory message',
    kind: 'long-text',
    isOptional: true,
    hint: 'Optional: what the agent is good at.',
  },
  {
    path: 'metaData.suggestedMessages',
    label: 'Suggested messages',
    kind: 'lines',
    hint: 'Optional: up to 20, one per line. Users send them with a click.',
  },
]

/** The actions and labels that it uses, by name. */
export const USED: readonly FieldSpec[] = [
  { path: 'actions', label: 'Actions', kind: 'names' },
  { path: 'tools', label: 'Tools', kind: 'names' },
]

/** What users see is no part of a test. */
export const TESTED = [PROVIDER, ...DEPLOYMENT, ...USED]
export const AGENT_FIELDS = [...TESTED, ...PROFILE]

/** What stands in the form for a stored value, as the service shows it. */
const MASK = '•••'

/** The body of the form: a header that still shows its mask is kept, one whose line is gone is removed. */
export function agentBody(
  fields: readonly FieldSpec[],
  form: HTMLFormElement,
  agent: Agent | undefined,
) {
  const body = bodyOf(fields, form)
  const meta = asRecord(body.integrationMeta)
  const given = Object.entries(asRecord(meta.headers))
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const stored = Object.keys(agent?.integrationMeta.headers ?? {})
  const removed = stored.filter((name) => !names.has(name)).map((name) => [name, null])
  const sent = given.filter(([, value]) => value !== MASK)
  const headers = Object.fromEntries([...removed, ...sent])
  return { ...body, integrationMeta: { ...meta, headers } }
}
