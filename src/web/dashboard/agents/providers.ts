const JSON_LINES = 'newline-delimited JSON: one JSON object a line'

interface Provider {
  value: string
  label: string
  /** How such an agent is asked and answers, in a few words. */
  wire: string
}

/** The frameworks of agents, and the wire that each of them means. */
export const PROVIDERS: readonly Provider[] = [
  { value: 'ag-ui', label: 'AG-UI', wire: 'AG-UI over SSE: a run request in, its events out' },
  { value: 'crewai', label: 'CrewAI', wire: JSON_LINES },
  { value: 'langgraph', label: 'LangGraph', wire: JSON_LINES },
  { value: 'agno', label: 'Agno', wire: JSON_LINES },
  { value: 'vercelV5', label: 'Vercel AI SDK 5', wire: 'UI message stream over SSE' },
  { value: 'mastra', label: 'Mastra', wire: 'one JSON document with the whole answer' },
  {
    value: 'mastra-legacy',
    label: 'Mastra (legacy)',
    wire: 'one JSON document with the whole answer',
  },
  { value: 'rasa', label: 'Rasa', wire: 'Rasa’s REST channel: a list of replies' },
  { value: 'ag2', label: 'AG2', wire: 'no wire of its own: register it as AG-UI or CrewAI' },
]

export function providerOf(value: string): Provider {
  return PROVIDERS.find((provider) => provider.value === value) ?? unknownProvider(value)
}

function unknownProvider(value: string): Provider {
  return { value, label: value, wire: 'a wire that this page does not know' }
}

/** Where this very service answers in the wire of a provider, if it does. */
export function ownAgentPath(provider: string): '/agent' | '/stream' | undefined {
  if (provider === 'ag-ui') return '/agent'
  return providerOf(provider).wire === JSON_LINES ? '/stream' : undefined
}
