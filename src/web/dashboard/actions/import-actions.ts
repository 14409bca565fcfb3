import { asRecord, isRecord } from '../../../core/json.ts'
import { RequestError } from '../../api/request-error.ts'
import { errorMessage } from '../../ui/error-notice.tsx'
import { jsonIssue } from './json-issue.ts'
import { isTaken, saveAction } from './save-action.ts'

export interface ImportOutcome {
  name: string
  outcome: 'Registered' | 'Updated' | 'Failed'
  message?: string
}

/** The actions in a JSON text: `{actions, tools}`, a list of actions, or a single one. */
export function readImport(text: string): { actions: ImportedAction[]; issue?: string } {
  const issue = jsonIssue(text)
  if (issue) return { actions: [], issue }
  const value: unknown = JSON.parse(text)
  const { actions: listed = [], tools = [], name } = asRecord(value)
  const found = Array.isArray(value) ? value : name ? [value] : [listed, tools].flat()
  const actions = found.filter(isNamed)
  if (found.length === 0) return { actions, issue: 'There are no actions in this text.' }
  if (actions.length === found.length) return { actions }
  return { actions, issue: 'Each action must be an object with a name.' }
}

type ImportedAction = Record<string, unknown> & { name: string }

/** Only the name is checked here; the service validates the rest. */
function isNamed(value: unknown): value is ImportedAction {
  return isRecord(value) && typeof value.name === 'string' && value.name !== ''
}

/** Registers the action, or updates it if its name is already registered. */
export async function importAction(action: ImportedAction): Promise<ImportOutcome> {
  const { name, displayName, executionText, description, parameters, doNotExecute } = action
  const details = { displayName, executionText, description, parameters, doNotExecute }
  try {
    const { warnings } = await saveAction(undefined, name, details)
    return { name, outcome: 'Registered', message: warnings.join(' ') }
  } catch (error) {
    if (!isTaken(error)) return failed(name, error)
  }
  try {
    const { warnings } = await saveAction(name, name, details)
    return { name, outcome: 'Updated', message: warnings.join(' ') }
  } catch (error) {
    return failed(name, error)
  }
}

function failed(name: string, error: unknown): ImportOutcome {
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  const message = details.map(([path, issue]) => `${path} ${issue}.`).join(' ')
  return { name, outcome: 'Failed', message: message || errorMessage(error) }
}
