import type { FrontendAction } from '../run-input.ts'

/** The actions as agents are sent them, without the labels for users. */
export function toolDefinitions(tools: readonly FrontendAction[]) {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
}
