import type { Values } from '../form/field-spec.ts'

const AG_UI = {
  wire: 'AG-UI over SSE',
  explained: 'Receives a run request and answers with AG-UI events over server-sent events.',
  builtInPath: '/agent',
}
const JSON_LINES = {
  wire: 'newline-delimited JSON',
  explained: 'Receives the messages and answers with one JSON object per line.',
  builtInPath: '/stream',
}
const ONE_DOCUMENT = {
  wire: 'one JSON document',
  explained: 'Receives the messages and answers with one JSON document at the end.',
  builtInPath: '/api/agents/ranking/generate',
}

interface Provider {
  value: string
  label: string
  /** The format in which it answers. */
  wire: string
  explained: string
  /** The path of this service's own agent in that format, if it supports it. */
  builtInPath?: string
}

/** Agent frameworks and their wire formats. */
export const PROVIDERS: readonly Provider[] = [
  { value: 'ag-ui', label: 'AG-UI', ...AG_UI },
  { value: 'crewai', label: 'CrewAI', ...JSON_LINES },
  { value: 'langgraph', label: 'LangGraph', ...JSON_LINES },
  { value: 'agno', label: 'Agno', ...JSON_LINES },
  {
    value: 'vercelV5',
    label: 'Vercel AI SDK 5',
    wire: 'UI message stream over SSE',
    explained: 'Receives UI messages and answers with the AI SDK’s UI message stream.',
    builtInPath: '/api/ui/chat',
  },
  { value: 'mastra', label: 'Mastra', ...ONE_DOCUMENT },
  { value: 'mastra-legacy', label: 'Mastra (legacy)', ...ONE_DOCUMENT },
  {
    value: 'rasa',
    label: 'Rasa',
    wire: 'Rasa’s REST channel',
    explained: 'Receives only the last message and answers with a list of replies.',
  },
  {
    value: 'ag2',
    label: 'AG2',
    wire: 'none of its own',
    explained: 'Register it as AG-UI or CrewAI, depending on which format it uses.',
  },
]

export function providerOf(value: string): Provider {
  return PROVIDERS.find((provider) => provider.value === value) ?? unknownProvider(value)
}

function unknownProvider(value: string): Provider {
  return {
    value,
    label: value,
    wire: 'unknown',
    explained: 'This page does not know the format of this provider.',
  }
}

/** Fills in this service's own agent, with the wire format of the provider. */
export function builtInAgent(provider: string): Values {
  const { builtInPath: path } = providerOf(provider)
  if (!path) return { ...builtInAgent('ag-ui'), integrateWith: 'ag-ui' }
  return {
    'integrationMeta.baseUrl': location.origin + path,
    'integrationMeta.agentId': 'ranking',
  }
}
