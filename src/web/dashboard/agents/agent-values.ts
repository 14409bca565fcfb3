import type { Agent } from '../../api/response-types.ts'
import { nested } from '../form/nested.ts'
import { providerOf } from './providers.ts'

/** A header in the form. Stored values are never shown; they are kept unless a new one is typed. */
export interface HeaderRow {
  id: number
  name: string
  value: string
  isStored: boolean
}

/** The fields of the form for an agent, under the names of the service. */
export interface AgentValues {
  integrateWith: string
  'integrationMeta.baseUrl': string
  'integrationMeta.agentId': string
  'integrationMeta.headers': HeaderRow[]
  name: string
  icon: string
  'metaData.greetingMessage': string
  'metaData.introductoryMessage': string
  /** One per line. */
  'metaData.suggestedMessages': string
  actions: readonly string[]
  tools: readonly string[]
}

export const NEW_AGENT: AgentValues = {
  integrateWith: 'ag-ui',
  'integrationMeta.baseUrl': '',
  'integrationMeta.agentId': '',
  'integrationMeta.headers': [],
  name: '',
  icon: '',
  'metaData.greetingMessage': '',
  'metaData.introductoryMessage': '',
  'metaData.suggestedMessages': '',
  actions: [],
  tools: [],
}

export function valuesOf(agent: Agent): AgentValues {
  const { integrationMeta, metaData } = agent
  return {
    integrateWith: agent.integrateWith,
    'integrationMeta.baseUrl': integrationMeta.baseUrl,
    'integrationMeta.agentId': integrationMeta.agentId,
    'integrationMeta.headers': Object.keys(integrationMeta.headers).map((name, id) => {
      return { id, name, value: '', isStored: true }
    }),
    name: agent.name,
    icon: agent.icon ?? '',
    'metaData.greetingMessage': metaData.greetingMessage ?? '',
    'metaData.introductoryMessage': metaData.introductoryMessage ?? '',
    'metaData.suggestedMessages': (metaData.suggestedMessages ?? []).join('\n'),
    actions: agent.actions,
    tools: agent.tools,
  }
}

/** Drafts are stored, so they must not contain the values of headers. */
export function withoutSecrets(changes: Partial<AgentValues>): Partial<AgentValues> {
  const headers = changes['integrationMeta.headers']?.map((row) => ({ ...row, value: '' }))
  return headers ? { ...changes, 'integrationMeta.headers': headers } : changes
}

/** The body of a registration. Empty fields are removed from the agent. */
export function bodyOf(values: AgentValues) {
  return nested({
    ...integrationOf(values),
    name: values.name.trim(),
    icon: values.icon.trim() || null,
    'metaData.greetingMessage': values['metaData.greetingMessage'].trim() || null,
    'metaData.introductoryMessage': values['metaData.introductoryMessage'].trim() || null,
    'metaData.suggestedMessages': values['metaData.suggestedMessages']
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  })
}

/** The body of a test: how the service calls the agent. */
export function testBodyOf(values: AgentValues, question: string) {
  return nested({ ...integrationOf(values), question })
}

/** Stands for the stored value of a header, in both directions. */
const MASK = '•••'

function integrationOf(values: AgentValues) {
  const headers = values['integrationMeta.headers'].map(({ name, value, isStored }) => {
    return [name.trim(), isStored && !value ? MASK : value]
  })
  return {
    integrateWith: values.integrateWith,
    'integrationMeta.baseUrl': values['integrationMeta.baseUrl'].trim(),
    'integrationMeta.agentId': values['integrationMeta.agentId'].trim(),
    'integrationMeta.headers': Object.fromEntries(headers),
    actions: values.actions,
    tools: values.tools,
  }
}

/** Fills in this service's own agent, with the wire format of the provider. */
export function builtInAgent(provider: string): Partial<AgentValues> {
  const { builtInPath: path } = providerOf(provider)
  if (!path) return { ...builtInAgent('ag-ui'), integrateWith: 'ag-ui' }
  return {
    'integrationMeta.baseUrl': location.origin + path,
    'integrationMeta.agentId': 'ranking',
  }
}
