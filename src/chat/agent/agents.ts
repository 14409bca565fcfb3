import { asc, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { agents, authTokens, users } from '../../storage/schema.ts'
import { type ListingQuery, readListing } from '../listing.ts'
import { PlatformError } from '../platform-error.ts'
import { toSeconds } from '../time.ts'
import { AGENT_ROLE, toUserRow } from '../user/user.ts'
import { saveUsers } from '../user/users.ts'
import type { AgentChange, AgentDetails, AgentRow } from './agent.ts'
import { encryptHeaders } from './headers.ts'
import { checkRegistration, type Registration, type RegistrationDeps } from './registration.ts'

interface SaveDeps extends RegistrationDeps {
  now(): Date
}

/** @throws PlatformError `ERR_AGENT_NOT_FOUND`. */
export async function findAgent(database: Database, uid: string): Promise<AgentRow> {
  const agent = await agentByUid(database, uid)
  if (agent) return agent
  throw new PlatformError('ERR_AGENT_NOT_FOUND', `There is no agent with the uid ${uid}.`)
}

export async function agentByUid(database: Database, uid: string): Promise<AgentRow | undefined> {
  const [agent] = await database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  return agent
}

/** The agents, by uid. */
export function listAgents(database: Database, query: ListingQuery) {
  const rows = database.select().from(agents).orderBy(asc(agents.uid))
  return readListing(query, rows, database.$count(agents))
}

/**
 * Creates an agent and a user with the same uid, whose auth tokens are revoked. The agent is disabled
 * by default.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`, `ERR_UID_ALREADY_EXISTS`.
 */
export async function createAgent(
  details: z.output<typeof AgentDetails>,
  deps: SaveDeps,
): Promise<AgentRow> {
  const { database, now } = deps
  const registration = await checkRegistration(details, deps)
  const uid = details.uid ?? (await freeUid(details.name, database))
  const taken = () =>
    new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is already in use.`)
  if (!(await isFree(uid, database))) throw taken()

  const seconds = toSeconds(now())
  const agent: AgentRow = {
    uid,
    name: details.name,
    icon: details.icon ?? null,
    isActive: details.isActive ?? false,
    integrateWith: registration.integrateWith,
    integrationType: details.integrationType ?? 'agent',
    integrationMeta: await storedMeta({ ...registration, uid }, deps),
    tools: registration.tools,
    actions: registration.actions,
    metaData: details.metaData ?? {},
    createdAt: seconds,
    updatedAt: seconds,
  }
  try {
    await database.batch([
      database.insert(agents).values(agent),
      database.delete(authTokens).where(eq(authTokens.uid, uid)),
      ...savedUser(agent, deps),
    ])
  } catch (error) {
    // The batch was rolled back, possibly because another call has just used the uid.
    throw (await isFree(uid, database)) ? error : taken()
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
  const registration = await checkRegistration({ ...change, integrationMeta }, deps, earlier)
  const changed = Object.entries(change).filter(([, value]) => value !== undefined)
  const agent: AgentRow = {
    ...earlier,
    ...Object.fromEntries(changed),
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

/**
 * Deletes an agent. Its user and its messages are kept.
 *
 * @throws PlatformError `ERR_AGENT_NOT_FOUND`.
 */
export async function deleteAgent(database: Database, uid: string): Promise<void> {
  await findAgent(database, uid)
  await database.delete(agents).where(eq(agents.uid, uid))
}

async function storedMeta(registration: Registration, { dataKeys }: SaveDeps) {
  const { url: baseUrl, agentId, headers } = registration
  return { baseUrl, agentId, headers: await encryptHeaders(headers, registration, dataKeys) }
}

function savedUser({ uid, name, icon: avatar }: AgentRow, { database, now }: SaveDeps) {
  return saveUsers(database, [toUserRow({ uid, name, avatar, role: AGENT_ROLE }, toSeconds(now()))])
}

/** Whether no agent has the uid, and no user but that of a deleted agent. */
async function isFree(uid: string, database: Database) {
  if (await agentByUid(database, uid)) return false
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return !user || user.role === AGENT_ROLE
}

/** `launch-helper` for `Launch Helper`; with a random suffix if that is in use. */
async function freeUid(name: string, database: Database) {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  const uid = plain || 'agent'
  return (await isFree(uid, database)) ? uid : `${uid}-${crypto.randomUUID().slice(0, 8)}`
}
