import { RequestError } from '../../api/request-error.ts'
import { errorMessage } from '../../ui/error-notice.tsx'
import { isTaken, saveAction } from './action-requests.ts'
import { jsonIssue } from './json-issue.ts'

interface ImportedAction {
  name: string
  details: Parameters<typeof saveAction>[2]
}

export interface ImportOutcome {
  name: string
  outcome: 'created' | 'changed' | 'failed'
  message?: string
}

/** Parses actions from JSON: `{actions, tools}`, a list of actions, or a single one. */
export function readImport(text: string): { actions: ImportedAction[]; issue?: string } {
  if (!text.trim()) return { actions: [], issue: 'Paste the JSON of the actions.' }
  const issue = jsonIssue(text)
  if (issue) return { actions: [], issue: issue.message }
  const value = JSON.parse(text)
  const { actions: listed = [], tools = [], name } = Object(value)
  const found: unknown[] = Array.isArray(value) ? value : name ? [value] : [listed, tools].flat()
  if (found.length === 0) return { actions: [], issue: 'There are no actions in this text.' }
  const actions = found.flatMap(readAction)
  if (actions.length === found.length) return { actions }
  return { actions: [], issue: 'Each action must be an object with a name.' }
}

/** Only the name is checked here; the service validates the rest. */
function readAction(value: unknown): ImportedAction[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, displayName, executionText, description, parameters, doNotExecute }: Fields = value
  if (typeof name !== 'string' || name === '') return []
  const details = { displayName, executionText, description, parameters, doNotExecute }
  return [{ name, details: JSON.parse(JSON.stringify(details)) }]
}

type Fields = Partial<Record<keyof ImportedAction['details'] | 'name', unknown>>

/** Registers the action, or updates it if its name is already registered. */
export async function importAction({ name, details }: ImportedAction): Promise<ImportOutcome> {
  try {
    const { warnings } = await saveAction(undefined, name, details)
    return { name, outcome: 'created', message: warnings.join(' ') }
  } catch (error) {
    if (!isTaken(error)) return failed(name, error)
  }
  try {
    const { warnings } = await saveAction(name, name, details)
    return { name, outcome: 'changed', message: warnings.join(' ') }
  } catch (error) {
    return failed(name, error)
  }
}

function failed(name: string, error: unknown): ImportOutcome {
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  const message = details.map(([path, issue]) => `${path} ${issue}.`).join(' ')
  return { name, outcome: 'failed', message: message || errorMessage(error) }
}
