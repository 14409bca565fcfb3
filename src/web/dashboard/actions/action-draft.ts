import type { Action } from '../../api/response-types.ts'
import { type Errors, sentence } from '../use-form.ts'
import { jsonIssue, offsetOf, positionOf } from './json-issue.ts'

/** The values of the form for a frontend action. */
export interface ActionDraft {
  displayName: string
  executionText: string
  name: string
  description: string
  /** JSON Schema, as text. */
  parameters: string
  /** Whether the agent runs it itself, so that this is only a label for it. */
  isLabel: boolean
}

const EXAMPLE = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string', description: 'What is shown to the user.' } },
}

export const NEW_ACTION: ActionDraft = {
  displayName: '',
  executionText: '',
  name: '',
  description: '',
  parameters: JSON.stringify(EXAMPLE, undefined, 2),
  isLabel: false,
}

export function draftOf(action: Action): ActionDraft {
  return {
    displayName: action.displayName,
    executionText: action.executionText ?? '',
    name: action.name,
    description: action.description ?? '',
    parameters: JSON.stringify(action.parameters, undefined, 2),
    isLabel: action.doNotExecute,
  }
}

export function checkDraft(draft: ActionDraft): Errors<ActionDraft> {
  const errors: Errors<ActionDraft> = {}
  if (!draft.displayName.trim()) errors.displayName = 'Enter a name for users to see.'
  if (!draft.name.trim()) errors.name = 'Enter the name that your page listens for.'
  if (!draft.description.trim() && !draft.isLabel) {
    errors.description = 'Describe what it does and when to use it, so that the agent can decide.'
  }
  const issue = jsonIssue(draft.parameters)
  if (issue) errors.parameters = issue.message
  return errors
}

export function detailsOf(draft: ActionDraft) {
  return {
    displayName: draft.displayName.trim(),
    executionText: draft.executionText.trim() || null,
    description: draft.description.trim() || null,
    parameters: JSON.parse(draft.parameters),
    doNotExecute: draft.isLabel,
  }
}

const PARAMETERS = /^parameters(\.|$)/

export function fieldOf(path: string): keyof ActionDraft | undefined {
  if (PARAMETERS.test(path)) return 'parameters'
  if (path === 'doNotExecute') return 'isLabel'
  if (path === 'displayName' || path === 'executionText') return path
  return path === 'name' || path === 'description' ? path : undefined
}

/** A message of the service about the parameters, with the position in the text. */
export function describe(path: string, message: string, draft: ActionDraft): string {
  if (!PARAMETERS.test(path)) return message
  const within = path.replace(PARAMETERS, '')
  const offset = offsetOf(draft.parameters, within)
  const position = offset === undefined ? '' : `${positionOf(draft.parameters, offset)}: `
  return sentence(`${position}${within || 'this'} ${message}`)
}

/** The offset in the text of an error that starts with a line and column. */
export function offsetIn(text: string, error: string): number | undefined {
  const [, line, column] = error.match(/^Line (\d+), column (\d+)/) ?? []
  if (!line || !column) return undefined
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1
}
