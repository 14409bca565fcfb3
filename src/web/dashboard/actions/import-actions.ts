import { RequestError } from '../../api/request-error.ts'
import { messageOf } from '../../ui/failure.tsx'
import { jsonIssue } from './json-place.ts'
import { isTaken, saveAction } from './save-action.ts'

interface ImportedAction {
  name: string
  details: Parameters<typeof saveAction>[2]
}

export interface ImportOutcome {
  name: string
  outcome: 'created' | 'changed' | 'failed'
  message?: string
}

/** The actions that a text holds: `{actions, tools}`, a list of them, or one. */
export function readImport(text: string): { actions: ImportedAction[]; issue?: string } {
  if (!text.trim()) return { actions: [], issue: 'Paste the text of the actions.' }
  const issue = jsonIssue(text)
  if (issue) return { actions: [], issue: issue.message }
  const value = JSON.parse(text)
  const { actions: listed = [], tools = [], name } = Object(value)
  const found: unknown[] = Array.isArray(value) ? value : name ? [value] : [listed, tools].flat()
  if (found.length === 0) return { actions: [], issue: 'There is no action in this text.' }
  const actions = found.flatMap(readAction)
  if (actions.length === found.length) return { actions }
  return { actions: [], issue: 'Each action must be an object with a name.' }
}

/** The service checks the rest of it, and says what is wrong. */
function readAction(value: unknown): ImportedAction[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, displayName, executionText, description, parameters, doNotExecute }: Fields = value
  if (typeof name !== 'string' || name === '') return []
  const details = { displayName, executionText, description, parameters, doNotExecute }
  return [{ name, details: JSON.parse(JSON.stringify(details)) }]
}

type Fields = Partial<Record<keyof ImportedAction['details'] | 'name', unknown>>

/** Registers it, or describes it anew where its name is registered already. */
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
  return { name, outcome: 'failed', message: message || messageOf(error) }
}
