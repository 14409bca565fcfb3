import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { agents, users } from '../../storage/schema.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { toUserRow } from '../user/user.ts'
import { saveUsers } from '../user/users.ts'
import { type AgentChange, type AgentDetails, type AgentRow, integrationOf } from './agent.ts'
import { agentByUid, findAgent } from './agents.ts'
import { checkRegistration, type RegistrationDeps } from './check-registration.ts'
import type { DataKeys } from './header-secrets.ts'
import { storedHeaders } from './headers.ts'
import { type Registration, registrationAfter } from './registration.ts'

interface SaveDeps extends RegistrationDeps {
  dataKeys: DataKeys
  now(): Date
}

/** The role of an agent's user, which is kept with its messages when the agent is deleted. */
const ROLE = 'agent'

/**
 * Creates an agent and a user with the same uid. The agent is disabled by default.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`, `ERR_UID_ALREADY_EXISTS`.
 */
export async function createAgent(
  { uid: given, ...details }: z.output<typeof AgentDetails>,
  deps: SaveDeps,
): Promise<AgentRow> {
  const { database, now } = deps
  const seconds = toSeconds(now())
  const { headers: sent = {}, ...place } = details.integrationMeta
  const { integrateWith, tools = [], actions = [] } = details
  const described = { integrateWith, tools, actions, ...place, headers: { sent, kept: {} } }
  const registration = await checkRegistration({ uid: given ?? '', ...described }, deps)

  const uid = given ?? (await freeUid(details.name, deps))
  if (!(await isFree(uid, deps))) {
    throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is already in use.`)
  }
  const agent: AgentRow = {
    uid,
    name: details.name,
    icon: details.icon ?? null,
    isActive: details.isActive ?? false,
    integrateWith,
    integrationType: details.integrationType ?? 'agent',
    integrationMeta: await storedMeta({ ...registration, uid }, deps),
    tools,
    actions,
    metaData: details.metaData ?? {},
    createdAt: seconds,
    updatedAt: seconds,
  }
  try {
    await database.batch([database.insert(agents).values(agent), ...savedUser(agent, deps)])
  } catch (error) {
    // The batch was rolled back, possibly because another call has just used the uid.
    if (await isFree(uid, deps)) throw error
    throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is already in use.`)
  }
  return agent
}

/**
 * Changes an agent and its user.
 *
 * @throws PlatformError `ERR_AGENT_NOT_FOUND`, `ERR_BAD_REQUEST`.
 */
export async function changeAgent(
  uid: string,
  { integrationMeta, ...change }: z.output<typeof AgentChange>,
  deps: SaveDeps,
): Promise<AgentRow> {
  const { database, now } = deps
  const earlier = await findAgent(database, uid)
  const { baseUrl } = integrationOf(earlier)
  const after = registrationAfter(earlier, { ...change, integrationMeta })
  const registration = await checkRegistration(after, deps, baseUrl)
  const agent: AgentRow = {
    ...earlier,
    ...defined(change),
    metaData: { ...earlier.metaData, ...change.metaData },
    integrationMeta: await storedMeta(registration, deps),
    updatedAt: toSeconds(now()),
  }
  await database.batch([
    database.update(agents).set(agent).where(eq(agents.uid, uid)),
    ...savedUser(agent, deps),
  ])
  return agent
}

/** The fields that are not undefined. */
function defined<Fields extends object>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

async function storedMeta(registration: Registration, { dataKeys }: SaveDeps) {
  const { baseUrl, agentId, headers } = registration
  return { baseUrl, agentId, headers: await storedHeaders(headers, registration, dataKeys) }
}

function savedUser({ uid, name, icon: avatar }: AgentRow, { database, now }: SaveDeps) {
  return saveUsers(database, [toUserRow({ uid, name, avatar, role: ROLE }, toSeconds(now()))])
}

/** Whether no agent has the uid, and no user but that of a deleted agent. */
async function isFree(uid: string, { database }: SaveDeps) {
  if (await agentByUid(database, uid)) return false
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return !user || user.role === ROLE
}

/** `launch-helper` for `Launch Helper`; with a random suffix if that is in use. */
async function freeUid(name: string, deps: SaveDeps) {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  const uid = plain || 'agent'
  const isTaken = !(await isFree(uid, deps))
  return isTaken ? `${uid}-${crypto.randomUUID().slice(0, 8)}` : uid
}
