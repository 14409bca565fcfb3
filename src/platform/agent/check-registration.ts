import { AppError } from '../../error.ts'
import { type ActionType, typeOf } from '../action/action.ts'
import { findActions } from '../action/find-actions.ts'
import { checkAgentHeaders } from '../delivery/guard/check-agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'
import { wireOf } from '../delivery/wire/wire-of.ts'
import { type Details, PlatformFailure } from '../failure.ts'
import type { Database } from '../storage/database.ts'
import { type AgentRow, integrationOf } from './agent.ts'

type Registration = Pick<AgentRow, 'integrateWith' | 'integrationMeta' | 'tools' | 'actions'>

export interface RegistrationNeeds {
  database: Database
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/**
 * Sees to it that an agent can be asked: its kind has a wire, its Deployment URL may be called, its
 * headers can be sent, and what it was given is registered.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST` with every field that is wrong.
 */
export async function checkRegistration(
  { integrateWith, tools, actions, ...registration }: Registration,
  { database, allowLocalAgents: allowLocal }: RegistrationNeeds,
): Promise<void> {
  const { baseUrl, headers } = integrationOf(registration)
  const rows = await findActions(database, [...tools, ...actions])
  const types = new Map(rows.map((row) => [row.name, typeOf(row)]))

  const problems: Details = Object.fromEntries(
    Object.entries({
      integrateWith: refusalOf(() => wireOf(integrateWith)),
      'integrationMeta.baseUrl': refusalOf(() => checkDeploymentUrl(baseUrl, { allowLocal })),
      'integrationMeta.headers': refusalOf(() => checkAgentHeaders(headers)),
      tools: unknownAmong(tools, 'tool', types),
      actions: unknownAmong(actions, 'action', types),
    }).filter(([, words]) => words.length > 0),
  )
  const [first] = Object.values(problems).flat()
  if (first === undefined) return
  throw new PlatformFailure('ERR_BAD_REQUEST', first, { details: problems })
}

function refusalOf(checkIt: () => unknown): string[] {
  try {
    checkIt()
    return []
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-request') return [error.message]
    throw error
  }
}

function unknownAmong(
  names: readonly string[],
  type: ActionType,
  types: ReadonlyMap<string, ActionType>,
) {
  return names
    .filter((name) => types.get(name) !== type)
    .map((name) => `There is no ${type} named ${name}.`)
}
