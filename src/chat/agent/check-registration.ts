import { AppError } from '../../core/error.ts'
import type { Database } from '../../storage/database.ts'
import { type ActionType, typeOf } from '../action/action.ts'
import { findActions } from '../action/actions.ts'
import { checkAgentHeaders } from '../delivery/guard/check-agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'
import { protocolOf } from '../delivery/protocol/protocol-of.ts'
import { type Details, PlatformError } from '../platform-error.ts'
import type { RegistrationHeaders } from './headers.ts'
import type { Registration } from './registration.ts'

export interface RegistrationDeps {
  database: Database
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/**
 * Checks that an agent can be called: its kind has a protocol, its Deployment URL is allowed, its
 * headers can be sent, and its tools and actions are registered. Stored headers are only kept for
 * the same server: when the agent moves to another one, they have to be sent again.
 *
 * @param registeredUrl The Deployment URL before the change.
 * @returns The registration with its URL and headers normalised.
 * @throws PlatformError `ERR_BAD_REQUEST` with all invalid fields.
 */
export async function checkRegistration(
  registration: Registration,
  { database, allowLocalAgents: allowLocal }: RegistrationDeps,
  registeredUrl?: string,
): Promise<Registration> {
  const { integrateWith, baseUrl, headers, tools, actions } = registration
  const rows = await findActions(database, [...tools, ...actions])
  const types = new Map(rows.map((row) => [row.name, typeOf(row)]))

  const issues: Details = Object.fromEntries(
    Object.entries({
      integrateWith: issuesOf(() => protocolOf(integrateWith)),
      'integrationMeta.baseUrl': issuesOf(() => checkDeploymentUrl(baseUrl, { allowLocal })),
      'integrationMeta.headers': [
        ...issuesOf(() => checkHeaders(headers)),
        ...headersToResend(registration, registeredUrl),
      ],
      tools: unknownAmong(tools, 'tool', types),
      actions: unknownAmong(actions, 'action', types),
    }).filter(([, messages]) => messages.length > 0),
  )
  const [first] = Object.values(issues).flat()
  if (first !== undefined) throw new PlatformError('ERR_BAD_REQUEST', first, { details: issues })
  return {
    ...registration,
    baseUrl: checkDeploymentUrl(baseUrl, { allowLocal }),
    headers: { ...headers, sent: checkAgentHeaders(headers.sent) },
  }
}

/** Kept headers were checked when they were stored, but not together with those sent now. */
function checkHeaders({ sent, kept }: RegistrationHeaders) {
  const keptNames = Object.keys(kept).map((name) => [name, ''])
  checkAgentHeaders({ ...Object.fromEntries(keptNames), ...sent })
}

function headersToResend({ baseUrl, headers }: Registration, registeredUrl = baseUrl) {
  const isMoved = URL.canParse(baseUrl) && new URL(baseUrl).origin !== new URL(registeredUrl).origin
  if (!isMoved || Object.keys(headers.kept).length === 0) return []
  const message =
    'The headers must be sent again with their values, because the scheme, host or port of the ' +
    'Deployment URL has changed.'
  return [message]
}

function issuesOf(checkIt: () => unknown): string[] {
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
