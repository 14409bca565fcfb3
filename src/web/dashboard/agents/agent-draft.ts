import type { Agent } from '../../api/response-types.ts'
import type { Errors } from '../use-form.ts'
import { providerOf } from './providers.ts'

/** A header in the form. Stored values are never shown; they are kept unless a new one is typed. */
export interface HeaderRow {
  id: number
  name: string
  value: string
  isStored: boolean
}

/** The values of the form for an agent. */
export interface AgentDraft {
  provider: string
  name: string
  icon: string
  greeting: string
  introduction: string
  /** One per line. */
  suggestions: string
  agentId: string
  deploymentUrl: string
  headers: HeaderRow[]
  actions: string[]
  tools: string[]
}

/** Stands for the stored value of a header, in both directions. */
const MASK = '•••'

export const NEW_DRAFT: AgentDraft = {
  provider: 'ag-ui',
  name: '',
  icon: '',
  greeting: '',
  introduction: '',
  suggestions: '',
  agentId: '',
  deploymentUrl: '',
  headers: [],
  actions: [],
  tools: [],
}

export function draftOf(agent: Agent): AgentDraft {
  const { integrationMeta, metaData } = agent
  return {
    provider: agent.integrateWith,
    name: agent.name,
    icon: agent.icon ?? '',
    greeting: metaData.greetingMessage ?? '',
    introduction: metaData.introductoryMessage ?? '',
    suggestions: (metaData.suggestedMessages ?? []).join('\n'),
    agentId: integrationMeta.agentId,
    deploymentUrl: integrationMeta.baseUrl,
    headers: Object.keys(integrationMeta.headers).map((name, id) => {
      return { id, name, value: '', isStored: true }
    }),
    actions: agent.actions,
    tools: agent.tools,
  }
}

/** Drafts are stored, so they must not contain the values of headers. */
export function withoutSecrets(draft: AgentDraft): AgentDraft {
  return { ...draft, headers: draft.headers.map((row) => ({ ...row, value: '' })) }
}

export function checkDraft(draft: AgentDraft): Errors<AgentDraft> {
  const errors: Errors<AgentDraft> = {}
  if (!draft.name.trim()) errors.name = 'Enter a name.'
  if (!draft.agentId.trim()) errors.agentId = 'Enter the agent’s ID in its deployment.'
  if (!draft.deploymentUrl.trim()) errors.deploymentUrl = 'Enter the URL of the agent.'
  else if (!isHttp(draft.deploymentUrl)) {
    errors.deploymentUrl = 'Enter a full URL, such as https://agent.example.com/stream.'
  }
  if (draft.headers.some(isIncomplete)) errors.headers = 'Each header needs a name and a value.'
  return errors
}

export function isIncomplete({ name, value, isStored }: HeaderRow): boolean {
  return !name.trim() || (!value && !isStored)
}

function isHttp(text: string) {
  return /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())
}

/** How the service calls the agent, as the request body has it. */
export function integrationOf(draft: AgentDraft) {
  const headers = draft.headers.map(({ name, value, isStored }) => {
    return [name.trim(), isStored && !value ? MASK : value]
  })
  return {
    integrateWith: draft.provider,
    integrationMeta: {
      baseUrl: draft.deploymentUrl.trim(),
      agentId: draft.agentId.trim(),
      headers: Object.fromEntries(headers),
    },
    actions: draft.actions,
    tools: draft.tools,
  }
}

/** The request body of a registration. Empty fields are removed from the agent. */
export function detailsOf(draft: AgentDraft) {
  return {
    ...integrationOf(draft),
    name: draft.name.trim(),
    icon: draft.icon.trim() || null,
    metaData: {
      greetingMessage: draft.greeting.trim() || null,
      introductoryMessage: draft.introduction.trim() || null,
      suggestedMessages: draft.suggestions
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    },
  }
}

const FIELDS: readonly [RegExp, keyof AgentDraft][] = [
  [/^name$/, 'name'],
  [/^icon$/, 'icon'],
  [/^integrateWith$/, 'provider'],
  [/^integrationMeta\.baseUrl$/, 'deploymentUrl'],
  [/^integrationMeta\.agentId$/, 'agentId'],
  [/^integrationMeta\.headers/, 'headers'],
  [/^metaData\.greetingMessage$/, 'greeting'],
  [/^metaData\.introductoryMessage$/, 'introduction'],
  [/^metaData\.suggestedMessages/, 'suggestions'],
  [/^(actions|tools)/, 'actions'],
]

export function fieldOf(path: string): keyof AgentDraft | undefined {
  return FIELDS.find(([pattern]) => pattern.test(path))?.[1]
}

/** Fills in this service's own agent, with the wire format of the provider. */
export function builtInAgent(provider: string): Partial<AgentDraft> {
  const { builtInPath: path } = providerOf(provider)
  if (!path) return { ...builtInAgent('ag-ui'), provider: 'ag-ui' }
  return { deploymentUrl: location.origin + path, agentId: 'ranking' }
}
