/** The kinds of agent that the platform can talk to: each says which wire an agent speaks. */
export const AGENT_KINDS = [
  'mastra',
  'mastra-legacy',
  'langgraph',
  'crewai',
  'vercelV5',
  'ag2',
  'rasa',
  'agno',
  'ag-ui',
] as const
