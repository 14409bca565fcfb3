import type * as z from 'zod'
import { AppError } from '../../core/error.ts'
import type { DataKey } from '../../core/sealed.ts'
import { checkPublicUrl } from '../../core/upstream/public-url.ts'
import { checkRequestHeaders } from '../../core/upstream/request-headers.ts'
import type { Database } from '../../storage/database.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { wireOf } from '../delivery/wire-of.ts'
import { PlatformError } from '../platform-error.ts'
import { type ActionType, findActions, typeOf } from './actions.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import { decryptHeaders, encryptHeaders } from './headers.ts'

const DEPLOYMENT_URL = 'The Deployment URL'

/** How an agent is called, with its headers as they are sent. */
export interface Registration
  extends RegisteredAgent,
    Pick<AgentRow, 'uid' | 'tools' | 'actions'> {}

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

/** @throws PlatformError `ERR_NOT_CONFIGURED` if its headers cannot be decrypted. */
export async function registrationOf(row: AgentRow, key: DataKey): Promise<Registration> {
  const { uid, integrateWith, tools, actions } = row
  const { baseUrl: url, agentId, headers: stored } = integrationOf(row)
  const headers = await decryptHeaders(stored, { uid, url }, key)
  return { uid, integrateWith, url, agentId, headers, tools, actions }
}

/** How an agent is called, as it is stored. */
export async function storedMeta({ uid, url, agentId, headers }: Registration, key: DataKey) {
  return { baseUrl: url, agentId, headers: await encryptHeaders(headers, { uid, url }, key) }
}

/**
 * Checks that an agent can be called: its kind has a protocol, its Deployment URL is allowed, its
 * headers can be sent, and its tools and actions are registered. Stored headers are only stored for
 * the same server: when the agent moves to another one, they have to be sent again.
 *
 * @param row The agent before a change.
 * @returns The registration with its URL and headers normalised.
 * @throws PlatformError `ERR_BAD_REQUEST` with all invalid fields.
 */
export async function checkRegistration(
  given: Given,
  { database, dataKey, allowLocalAgents: allowLocal }: RegistrationDeps,
  row?: AgentRow,
): Promise<Registration> {
  const before = row && { ...row, ...integrationOf(row) }
  const { integrateWith = before?.integrateWith ?? '', tools = before?.tools ?? [] } = given
  const { actions = before?.actions ?? [], integrationMeta = {} } = given
  const { baseUrl = before?.baseUrl ?? '', agentId = before?.agentId ?? '' } = integrationMeta
  const { unchanged, sent } = changedHeaders(before?.headers ?? {}, integrationMeta.headers ?? {})
  const known = await findActions(database, [...tools, ...actions])
  const types = new Map(known.map((action) => [action.name, typeOf(action)]))
  const hasUnchanged = Object.keys(unchanged).length > 0
  const isMoved = before && isElsewhere(before.baseUrl, baseUrl)

  refuse({
    integrateWith: issuesOf(() => wireOf(integrateWith)),
    'integrationMeta.baseUrl': issuesOf(() =>
      checkPublicUrl(baseUrl, { allowLocal, name: DEPLOYMENT_URL }),
    ),
    'integrationMeta.headers': [
      ...issuesOf(() =>
        checkRequestHeaders(Object.entries({ ...withoutValues(unchanged), ...sent })),
      ),
      ...(hasUnchanged && isMoved ? [SEND_AGAIN] : []),
    ],
    tools: unknownAmong(tools, 'tool', types),
    actions: unknownAmong(actions, 'action', types),
  })
  const url = checkPublicUrl(baseUrl, { allowLocal, name: DEPLOYMENT_URL })
  const uid = before?.uid ?? ''
  const all = { ...(await decryptHeaders(unchanged, { uid, url }, dataKey)), ...sent }
  const headers = checkRequestHeaders(Object.entries(all))
  return { uid, integrateWith, url, agentId, headers, tools, actions }
}

function refuse(issues: Record<string, string[]>) {
  const details = Object.fromEntries(Object.entries(issues).filter(([, texts]) => texts.length > 0))
  const [first] = Object.values(details).flat()
  if (first !== undefined) throw new PlatformError('ERR_BAD_REQUEST', first, { details })
}

const SEND_AGAIN =
  'The headers must be sent again with their values, because the scheme, host or port of the ' +
  'Deployment URL has changed. null removes one.'

/** An absent header keeps its stored value, `null` removes it, and a value replaces it. */
function changedHeaders(
  stored: RegisteredAgent['headers'],
  given: Readonly<Record<string, string | null>>,
) {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  const unchanged = Object.entries(stored).filter(([name]) => !names.has(name))
  const sent = Object.entries(given).filter(([, value]) => value !== null)
  return { unchanged: Object.fromEntries(unchanged), sent: Object.fromEntries(sent) }
}

/** For the check of their number, before they are decrypted. */
function withoutValues(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '']))
}

function isElsewhere(from: string, to: string) {
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
