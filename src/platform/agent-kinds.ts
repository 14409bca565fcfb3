/** The kinds of agent that the platform can call, each with its protocol. */
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

export type AgentKind = (typeof AGENT_KINDS)[number]
