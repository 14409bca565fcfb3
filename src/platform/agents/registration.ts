import type * as z from 'zod'
import { AppError } from '../../core/error.ts'
import type { Database } from '../../storage/database.ts'
import { checkAgentHeaders } from '../delivery/agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/deployment-url.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { wireOf } from '../delivery/wire/wire-of.ts'
import { PlatformError } from '../platform-error.ts'
import { type ActionType, typeOf } from './action.ts'
import { findActions } from './actions.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import { type DataKey, decryptHeaders, encryptHeaders } from './headers.ts'

type Headers = RegisteredAgent['headers']

/** How an agent is called, once it is saved. */
export interface Registration
  extends Omit<RegisteredAgent, 'headers'>,
    Pick<AgentRow, 'uid' | 'tools' | 'actions'> {
  /** The headers that stay as they are stored, and those that were sent. */
  headers: { kept: Headers; sent: Headers }
}

export interface RegistrationDeps {
  database: Database
  dataKey: DataKey
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
  headers: { kept: {}, sent: {} },
  tools: [],
  actions: [],
}

export function registrationOf(row: AgentRow): Registration {
  const { uid, integrateWith, tools, actions } = row
  const { baseUrl: url, agentId, headers: kept } = integrationOf(row)
  return { uid, integrateWith, url, agentId, headers: { kept, sent: {} }, tools, actions }
}

/** Whether the agent is called as it is stored. */
export function isSame(registration: Registration, row: AgentRow): boolean {
  return JSON.stringify(registration) === JSON.stringify(registrationOf(row))
}

/**
 * An agent ready to be called.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if its headers cannot be decrypted.
 */
export async function callable<Agent extends Registration>(agent: Agent, key: DataKey) {
  const { kept, sent } = agent.headers
  return { ...agent, headers: { ...(await decryptHeaders(kept, agent, key)), ...sent } }
}

/** The headers of an agent as they are to be stored. */
export async function headersToStore(agent: Registration, key: DataKey): Promise<Headers> {
  const { kept, sent } = agent.headers
  return { ...kept, ...(await encryptHeaders(sent, agent, key)) }
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
  { database, allowLocalAgents: allowLocal }: RegistrationDeps,
  row?: AgentRow,
): Promise<Registration> {
  const before = row ? registrationOf(row) : NEW
  const { integrateWith = before.integrateWith, tools = before.tools } = given
  const { actions = before.actions, integrationMeta = {} } = given
  const { baseUrl = before.url, agentId = before.agentId } = integrationMeta
  const headers = changedHeaders(before.headers.kept, integrationMeta.headers ?? {})
  const known = await findActions(database, [...tools, ...actions])
  const types = new Map(known.map((action) => [action.name, typeOf(action)]))
  const keepsAny = Object.keys(headers.kept).length > 0

  const issues: Record<string, string[]> = Object.fromEntries(
    Object.entries({
      integrateWith: issuesOf(() => wireOf(integrateWith)),
      'integrationMeta.baseUrl': issuesOf(() => checkDeploymentUrl(baseUrl, { allowLocal })),
      'integrationMeta.headers': [
        ...issuesOf(() => checkHeaders(headers)),
        ...(keepsAny && isMoved(before.url, baseUrl) ? [SEND_AGAIN] : []),
      ],
      tools: unknownAmong(tools, 'tool', types),
      actions: unknownAmong(actions, 'action', types),
    }).filter(([, messages]) => messages.length > 0),
  )
  const [first] = Object.values(issues).flat()
  if (first !== undefined) throw new PlatformError('ERR_BAD_REQUEST', first, { details: issues })
  const url = checkDeploymentUrl(baseUrl, { allowLocal })
  const sent = checkHeaders(headers)
  return {
    uid: before.uid,
    integrateWith,
    url,
    agentId,
    headers: { kept: headers.kept, sent },
    tools,
    actions,
  }
}

const SEND_AGAIN =
  'The headers must be sent again with their values, because the scheme, host or port of the ' +
  'Deployment URL has changed. null removes one.'

/** An absent header keeps its stored value, `null` removes it, and a value replaces it. */
function changedHeaders(stored: Headers, given: Readonly<Record<string, string | null>>) {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  const kept = Object.entries(stored).filter(([name]) => !names.has(name))
  const sent = Object.entries(given).filter(([, value]) => value !== null)
  return { kept: Object.fromEntries(kept), sent: Object.fromEntries(sent) }
}

/** The headers that were sent, by their lower-case names. The kept ones count towards the limit. */
function checkHeaders({ kept, sent }: { kept: Headers; sent: Readonly<Record<string, unknown>> }) {
  const withoutValues = Object.fromEntries(Object.keys(kept).map((name) => [name, '']))
  const checked = Object.entries(checkAgentHeaders({ ...withoutValues, ...sent }))
  return Object.fromEntries(checked.filter(([name]) => !(name in kept)))
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
