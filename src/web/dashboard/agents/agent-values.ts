import type { Agent } from '../../api/response-types.ts'
import { nested } from '../form/nested.ts'
import { providerOf } from './providers.ts'

/** The fields of the form for an agent, under the names of the service. */
export interface AgentValues {
  integrateWith: string
  'integrationMeta.baseUrl': string
  'integrationMeta.agentId': string
  /** `Name: value`, one per line. */
  'integrationMeta.headers': string
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
  'integrationMeta.headers': '',
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
    // The service sends a mask for each value, and keeps the value when the mask comes back.
    'integrationMeta.headers': Object.entries(integrationMeta.headers)
      .map(([name, mask]) => `${name}: ${mask}`)
      .join('\n'),
    name: agent.name,
    icon: agent.icon ?? '',
    'metaData.greetingMessage': metaData.greetingMessage ?? '',
    'metaData.introductoryMessage': metaData.introductoryMessage ?? '',
    'metaData.suggestedMessages': (metaData.suggestedMessages ?? []).join('\n'),
    actions: agent.actions,
    tools: agent.tools,
  }
}

/** Drafts are stored, so they must not contain headers. */
export function withoutSecrets(changes: Partial<AgentValues>): Partial<AgentValues> {
  const { 'integrationMeta.headers': _secret, ...others } = changes
  return others
}

const HEADER = /^([^:\s]+)\s*:\s*(.+)$/

/** Why these are not headers, if they are not. */
export function headersIssue(text: string): string | undefined {
  const isHeaders = linesOf(text).every((line) => HEADER.test(line))
  return isHeaders
    ? undefined
    : 'Each header needs a name and a value, such as Authorization: Bearer ….'
}

function linesOf(text: string) {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** The body of a registration. Empty fields are removed from the agent. */
export function bodyOf(values: AgentValues) {
  return nested({
    ...integrationOf(values),
    name: values.name.trim(),
    icon: values.icon.trim() || null,
    'metaData.greetingMessage': values['metaData.greetingMessage'].trim() || null,
    'metaData.introductoryMessage': values['metaData.introductoryMessage'].trim() || null,
    'metaData.suggestedMessages': linesOf(values['metaData.suggestedMessages']),
  })
}

/** The body of a test: how the service calls the agent. */
export function testBodyOf(values: AgentValues, question: string) {
  return nested({ ...integrationOf(values), question })
}

function integrationOf(values: AgentValues) {
  const headers = linesOf(values['integrationMeta.headers']).map((line) => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? []
    return [name, value]
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
