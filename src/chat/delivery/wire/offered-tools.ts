import type { FrontendAction } from '../agent-question.ts'

/** The actions as an agent is sent them, without the labels for people. */
export function offeredTools(tools: readonly FrontendAction[]) {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
}
