import type * as z from 'zod'
import { AppError } from '../../core/error.ts'
import type { Database } from '../../storage/database.ts'
import { type ActionType, typeOf } from '../action/action.ts'
import { findActions } from '../action/actions.ts'
import { checkAgentHeaders } from '../delivery/guard/check-agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'
import { protocolOf } from '../delivery/protocol/protocol-of.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { type Details, PlatformError } from '../platform-error.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import type { DataKeys } from './header-secrets.ts'
import { headersAfter, openHeaders, type RegistrationHeaders } from './headers.ts'

/** How an agent is called, as it is registered or about to be. */
export interface Registration
  extends Pick<AgentRow, 'uid' | 'integrateWith' | 'tools' | 'actions'> {
  baseUrl: string
  agentId: string
  headers: RegistrationHeaders
}

export interface RegistrationDeps {
  database: Database
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** What a request says of it: all of it for a new agent, or only what changes. */
type Given = Pick<
  z.output<typeof AgentChange>,
  'integrateWith' | 'tools' | 'actions' | 'integrationMeta'
>

/** The registration of an agent, or the one after a change, which is not checked yet. */
export function registrationOf(row: AgentRow | undefined, given: Given = {}): Registration {
  const { headers: stored = {}, ...place } = row ? integrationOf(row) : NO_PLACE
  const { baseUrl = place.baseUrl, agentId = place.agentId, headers } = given.integrationMeta ?? {}
  return {
    uid: row?.uid ?? '',
    integrateWith: given.integrateWith ?? row?.integrateWith ?? '',
    tools: given.tools ?? row?.tools ?? [],
    actions: given.actions ?? row?.actions ?? [],
    baseUrl,
    agentId,
    headers: headersAfter(headers, stored),
  }
}

const NO_PLACE = { baseUrl: '', agentId: '', headers: {} }

/**
 * Checks that an agent can be called: its kind has a protocol, its Deployment URL is allowed, its
 * headers can be sent, and its tools and actions are registered. Stored headers are only kept for
 * the same server: when the agent moves to another one, they have to be sent again.
 *
 * @param row The agent before a change.
 * @returns The registration with its URL and headers normalised.
 * @throws PlatformError `ERR_BAD_REQUEST` with all invalid fields.
 */
export async function checkRegistration(
  given: Given,
  { database, allowLocalAgents: allowLocal }: RegistrationDeps,
  row?: AgentRow,
): Promise<Registration> {
  const registration = registrationOf(row, given)
  const { integrateWith, baseUrl, headers, tools, actions } = registration
  const known = await findActions(database, [...tools, ...actions])
  const types = new Map(known.map((action) => [action.name, typeOf(action)]))

  const issues: Details = Object.fromEntries(
    Object.entries({
      integrateWith: issuesOf(() => protocolOf(integrateWith)),
      'integrationMeta.baseUrl': issuesOf(() => checkDeploymentUrl(baseUrl, { allowLocal })),
      'integrationMeta.headers': [
        ...issuesOf(() => checkHeaders(headers)),
        ...(row ? headersToResend(registration, integrationOf(row).baseUrl) : []),
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

function headersToResend({ baseUrl, headers }: Registration, registeredUrl: string) {
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

/**
 * An agent ready to be called, with its headers decrypted.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if its headers cannot be decrypted.
 */
export async function toRegistered(
  registration: Registration,
  keys: DataKeys,
): Promise<RegisteredAgent> {
  const { integrateWith, baseUrl: url, agentId } = registration
  const headers = await openHeaders(registration.headers, registration, keys)
  return { integrateWith, url, agentId, headers }
}
