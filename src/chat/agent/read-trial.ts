import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { check } from '../check.ts'
import { Id } from '../field.ts'
import { type AgentRow, ChangedAgent, integrationOf, UnregisteredAgent } from './agent.ts'
import { agentByUid, findAgent } from './agents.ts'
import { checkRegistration, type RegistrationDeps } from './check-registration.ts'
import type { DataKeys } from './header-secrets.ts'
import { registrationAfter, registrationOf, toRegistered } from './registration.ts'

interface TrialDeps extends RegistrationDeps {
  dataKeys: DataKeys
}

const OneAgent = z.object({ uid: Id })
const Question = z.object({
  question: z.string().trim().min(1).max(4000).default('Hello! What can you do for me?'),
})

export const RegisteredTrial = ChangedAgent.extend(Question.shape)
export const UnregisteredTrial = UnregisteredAgent.extend(Question.shape)

/**
 * The agent to test: a registered one by its uid, with changes if any are given; or one that is not
 * registered, with everything needed to call it.
 *
 * @throws PlatformError `ERR_AGENT_NOT_FOUND`, `ERR_BAD_REQUEST`, `ERR_NOT_CONFIGURED`.
 */
export async function readTrial(body: unknown, deps: TrialDeps) {
  const row = await findRegistered(body, deps.database)
  return row ? changedAgent(row, body, deps) : unregisteredAgent(body, deps)
}

async function changedAgent(row: AgentRow, body: unknown, deps: TrialDeps) {
  const { question, uid: _uid, ...change } = check(RegisteredTrial, body)
  const isChanged = Object.values(change).some((value) => value !== undefined)
  const { baseUrl } = integrationOf(row)
  const registration = isChanged
    ? await checkRegistration(registrationAfter(row, change), deps, baseUrl)
    : registrationOf(row)
  const { tools, actions } = registration
  const agent = await toRegistered(registration, deps.dataKeys)
  return { agent, tools, actions, isActive: row.isActive, question }
}

async function unregisteredAgent(body: unknown, deps: TrialDeps) {
  const { question, integrationMeta, ...described } = check(UnregisteredTrial, body)
  const { integrateWith, tools = [], actions = [] } = described
  const { headers: sent = {}, ...place } = integrationMeta
  const headers = { sent, kept: {} }
  const registration = { uid: '', integrateWith, tools, actions, ...place, headers }
  const checked = await checkRegistration(registration, deps)
  return { agent: await toRegistered(checked, deps.dataKeys), tools, actions, question }
}

async function findRegistered(body: unknown, database: Database): Promise<AgentRow | undefined> {
  if (typeof body !== 'object' || body === null || !('uid' in body)) return undefined
  const { uid } = check(OneAgent, body)
  if (!('integrationMeta' in body)) return findAgent(database, uid)
  return agentByUid(database, uid)
}
