import type { Agent } from '../../api/answers.ts'
import type { Errors } from '../use-form.ts'
import { ownAgentPath } from './providers.ts'

/** A header as it is typed. The value of a stored one is never shown, and stays while none is typed. */
export interface HeaderRow {
  id: number
  name: string
  value: string
  isStored: boolean
}

/** An agent's registration as a form has it. */
export interface AgentDraft {
  provider: string
  name: string
  icon: string
  greeting: string
  introduction: string
  /** One a line. */
  suggestions: string
  agentId: string
  deploymentUrl: string
  headers: HeaderRow[]
  actions: string[]
  tools: string[]
}

/** What the service shows of a stored header, and takes for “as it was”. */
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

/** Without the values of headers: they are secrets, and a draft outlives the moment. */
export function withoutSecrets(draft: AgentDraft): AgentDraft {
  return { ...draft, headers: draft.headers.map((row) => ({ ...row, value: '' })) }
}

export function checkDraft(draft: AgentDraft): Errors<AgentDraft> {
  const errors: Errors<AgentDraft> = {}
  if (!draft.name.trim()) errors.name = 'Enter a name.'
  if (!draft.agentId.trim()) errors.agentId = 'Enter the agent’s ID at its deployment.'
  if (!draft.deploymentUrl.trim()) errors.deploymentUrl = 'Enter the address of the agent.'
  else if (!isHttp(draft.deploymentUrl)) {
    errors.deploymentUrl = 'Enter a whole address, such as https://agent.example.com/stream.'
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

/** How the agent is asked. */
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

/** The whole registration. What was left empty is taken away where it was. */
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

/** This service's own agent, in the wire that the provider means. */
export function ownAgent(provider: string): Partial<AgentDraft> {
  const path = ownAgentPath(provider)
  if (!path) return { ...ownAgent('ag-ui'), provider: 'ag-ui' }
  return { deploymentUrl: location.origin + path, agentId: 'ranking' }
}
