import type { FrontendAction } from '../delivery/agent-question.ts'
import type { Database } from '../storage/database.ts'
import type { ActionRow } from './action.ts'
import { findActions } from './find-actions.ts'

interface Given {
  tools: readonly string[]
  actions: readonly string[]
}

/** How a call is named to people. */
export type LabelsOf = (name: string) => { displayName?: string; executionText?: string }

/** The actions that an agent is handed, and the labels of its own tools. */
export async function offeredTo(database: Database, { tools, actions }: Given) {
  const rows = await findActions(database, [...actions, ...tools])
  const labels = new Map(rows.map((row) => [row.name, labelsFrom(row)]))
  const labelsOf: LabelsOf = (name) => labels.get(name) ?? {}
  const offered = rows.filter(({ doNotExecute }) => !doNotExecute).map(toFrontendAction)
  return { offered, labelsOf }
}

function labelsFrom({ displayName, executionText }: ActionRow) {
  return { displayName, ...(executionText && { executionText }) }
}

function toFrontendAction(row: ActionRow): FrontendAction {
  const { name, description, parameters } = row
  return { name, ...labelsFrom(row), description: description ?? '', parameters }
}
