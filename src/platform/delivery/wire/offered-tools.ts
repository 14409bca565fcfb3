import type { FrontendAction } from '../agent-question.ts'

/** The actions as an agent is told of them: how people see them is no concern of its. */
export function offeredTools(tools: readonly FrontendAction[]) {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
}
