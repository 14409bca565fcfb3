import type { AGENT_KINDS } from '../agent-kinds.ts'

type Kind = (typeof AGENT_KINDS)[number]

/** A pattern for each format that no other format matches. */
const FORMATS: readonly (readonly [RegExp, Kind])[] = [
  [/"type"\s*:\s*"(RUN_|STEP_|TEXT_MESSAGE_|TOOL_CALL_|MESSAGES_|STATE_)/, 'ag-ui'],
  [/"type"\s*:\s*"(text_|tool_call_|tool_result|done")/, 'crewai'],
  [/"type"\s*:\s*"(text-|tool-|reasoning-|start"|start-step|finish)/, 'vercelV5'],
  [/"recipient_id"\s*:/, 'rasa'],
  [/^\s*\{[^{[]{0,200}"(text|content|message)"\s*:/, 'mastra'],
]

/** The kind of agent that an answer looks like, by how it begins. */
export function formatOf(beginning: string): Kind | undefined {
  return FORMATS.find(([pattern]) => pattern.test(beginning))?.[1]
}
