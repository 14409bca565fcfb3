import type * as z from 'zod'
import { AppError } from '../../core/error.ts'
import type { Database } from '../../storage/database.ts'
import { type ActionType, typeOf } from '../action/action.ts'
import { findActions } from '../action/actions.ts'
import { checkAgentHeaders } from '../delivery/agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/deployment-url.ts'
import { MASK } from '../delivery/mask-secrets.ts'
import { protocolOf } from '../delivery/protocol/protocol-of.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { type Details, PlatformError } from '../platform-error.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import { assertDecrypted, type DataKeys, decryptHeaders, masked } from './headers.ts'

/** How an agent is called. Headers that no key decrypts are still encrypted. */
export interface Registration
  extends RegisteredAgent,
    Pick<AgentRow, 'uid' | 'tools' | 'actions'> {}

export interface RegistrationDeps {
  database: Database
  dataKeys: DataKeys
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** The fields of a request: all of them for a new agent, or only those that change. */
type Given = Pick<
  z.output<typeof AgentChange>,
  'integrateWith' | 'tools' | 'actions' | 'integrationMeta'
>

const NEW: Registration = {
  uid: '',
  integrateWith: '',
  url: '',
  agentId: '',
  headers: {},
  tools: [],
  actions: [],
}

export async function registrationOf(row: AgentRow, keys: DataKeys): Promise<Registration> {
  const { uid, integrateWith, tools, actions } = row
  const { baseUrl: url, agentId, headers: stored } = integrationOf(row)
  const headers = await decryptHeaders(stored, { uid, url }, keys)
  return { uid, integrateWith, url, agentId, headers, tools, actions }
}

/**
 * An agent ready to be called.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if its headers cannot be decrypted.
 */
export async function registeredAgent(row: AgentRow, keys: DataKeys): Promise<RegisteredAgent> {
  const registration = await registrationOf(row, keys)
  assertDecrypted(registration.headers, row.uid)
  return registration
}

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
  { database, dataKeys, allowLocalAgents: allowLocal }: RegistrationDeps,
  row?: AgentRow,
): Promise<Registration> {
  const before = row ? await registrationOf(row, dataKeys) : NEW
  const { integrateWith = before.integrateWith, tools = before.tools } = given
  const { actions = before.actions, integrationMeta = {} } = given
  const { baseUrl = before.url, agentId = before.agentId } = integrationMeta
  const { headers: sent = masked(before.headers) } = integrationMeta
  const { headers, checkable, keepsAny } = headersAfter(sent, before.headers)
  const known = await findActions(database, [...tools, ...actions])
  const types = new Map(known.map((action) => [action.name, typeOf(action)]))

  const issues: Details = Object.fromEntries(
    Object.entries({
      integrateWith: issuesOf(() => protocolOf(integrateWith)),
      'integrationMeta.baseUrl': issuesOf(() => checkDeploymentUrl(baseUrl, { allowLocal })),
      'integrationMeta.headers': [
        ...issuesOf(() => checkAgentHeaders(checkable)),
        ...(keepsAny && isMoved(before.url, baseUrl) ? [SEND_AGAIN] : []),
      ],
      tools: unknownAmong(tools, 'tool', types),
      actions: unknownAmong(actions, 'action', types),
    }).filter(([, messages]) => messages.length > 0),
  )
  const [first] = Object.values(issues).flat()
  if (first !== undefined) throw new PlatformError('ERR_BAD_REQUEST', first, { details: issues })
  const url = checkDeploymentUrl(baseUrl, { allowLocal })
  return { uid: before.uid, integrateWith, url, agentId, headers, tools, actions }
}

const SEND_AGAIN =
  'The headers must be sent again with their values, because the scheme, host or port of the ' +
  'Deployment URL has changed.'

type Headers = RegisteredAgent['headers']

/**
 * The headers after a change. A masked value, as the API returns it, keeps that header. Kept headers
 * were checked when they were stored, but not together with the others: `checkable` has them
 * without their values.
 */
function headersAfter(sent: Headers, stored: Headers) {
  const known = new Map(Object.entries(stored))
  const entries = Object.entries(sent).map(([spelled, value]) => {
    const name = spelled.toLowerCase()
    const kept = value === MASK ? known.get(name) : undefined
    return { spelled, name, value: kept ?? value, isKept: kept !== undefined }
  })
  return {
    headers: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
    checkable: Object.fromEntries(
      entries.map(({ spelled, name, value, isKept }) => (isKept ? [name, ''] : [spelled, value])),
    ),
    keepsAny: entries.some(({ isKept }) => isKept),
  }
}

function isMoved(from: string, to: string) {
  return URL.canParse(from) && URL.canParse(to) && new URL(from).origin !== new URL(to).origin
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
