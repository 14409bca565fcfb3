import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { PlatformError } from '../platform-error.ts'
import { agents, users } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { toUserRow } from '../user/user.ts'
import { saveUsers } from '../user/users.ts'
import { type AgentChange, type AgentDetails, type AgentRow, integrationOf } from './agent.ts'
import { agentByUid, findAgent } from './agents.ts'
import { checkRegistration, type RegistrationDeps } from './check-registration.ts'
import type { HeaderCipher } from './header-cipher.ts'
import { storedHeaders } from './headers.ts'
import { type Registration, registrationAfter } from './registration.ts'

interface SaveDeps extends RegistrationDeps {
  headerCipher: HeaderCipher
  now(): Date
}

/** The role of the user that an agent is. It stays when the agent goes: its messages do too. */
const ROLE = 'agent'

/**
 * A new agent and, under the same uid, the user that it is. It is disabled by default.
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
    throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is taken.`)
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
    // All or nothing went in. Another call that named the same uid may have been faster.
    if (await isFree(uid, deps)) throw error
    throw new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is taken.`)
  }
  return agent
}

/**
 * Changes an agent, and the user that it is.
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
    ...given(change),
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

/** What there is to say: of an absent field nothing is changed. */
function given<Fields extends object>(fields: Fields) {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said)
}

async function storedMeta(registration: Registration, { headerCipher }: SaveDeps) {
  const { baseUrl, agentId, headers } = registration
  return { baseUrl, agentId, headers: await storedHeaders(headers, registration, headerCipher) }
}

function savedUser({ uid, name, icon: avatar }: AgentRow, { database, now }: SaveDeps) {
  return saveUsers(database, [toUserRow({ uid, name, avatar, role: ROLE }, toSeconds(now()))])
}

/** Nobody has it, or somebody who was an agent and is none any more. */
async function isFree(uid: string, { database }: SaveDeps) {
  if (await agentByUid(database, uid)) return false
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return !user || user.role === ROLE
}

/** `launch-helper` for `Launch Helper`; with some letters of chance where that is taken. */
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
