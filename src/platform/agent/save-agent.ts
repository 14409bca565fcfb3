import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { checkAgentHeaders } from '../delivery/guard/check-agent-headers.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'
import { PlatformFailure } from '../failure.ts'
import { agents, users } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { saveUsers } from '../user/save-users.ts'
import { toUserRow } from '../user/user.ts'
import { type AgentChange, type AgentDetails, type AgentRow, integrationOf } from './agent.ts'
import { checkRegistration, type RegistrationNeeds } from './check-registration.ts'
import { findAgent } from './find-agent.ts'
import { unmasked } from './headers.ts'

interface SaveNeeds extends RegistrationNeeds {
  now(): Date
}

/** The role of the user that an agent is. It stays when the agent goes: its messages do too. */
const ROLE = 'agent'

/**
 * A new agent and, under the same uid, the user that it is. It is disabled unless told otherwise.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST`, `ERR_UID_ALREADY_EXISTS`.
 */
export async function createAgent(
  { uid: given, ...details }: z.output<typeof AgentDetails>,
  needs: SaveNeeds,
): Promise<AgentRow> {
  const { database, now } = needs
  const seconds = toSeconds(now())
  const row: AgentRow = {
    uid: given ?? '',
    name: details.name,
    icon: details.icon ?? null,
    isActive: details.isActive ?? false,
    integrateWith: details.integrateWith,
    integrationType: details.integrationType ?? 'agent',
    integrationMeta: details.integrationMeta,
    tools: details.tools ?? [],
    actions: details.actions ?? [],
    metaData: details.metaData ?? {},
    createdAt: seconds,
    updatedAt: seconds,
  }
  await checkRegistration(row, needs)

  const uid = given ?? (await freeUid(row.name, needs))
  if (!(await isFree(uid, needs))) {
    throw new PlatformFailure('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is taken.`)
  }
  const agent = { ...row, uid, integrationMeta: normalized(row, needs) }
  try {
    await database.batch([database.insert(agents).values(agent), ...savedUser(agent, needs)])
  } catch (error) {
    // All or nothing went in. Another call that named the same uid may have been faster.
    if (await isFree(uid, needs)) throw error
    throw new PlatformFailure('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is taken.`)
  }
  return agent
}

/**
 * Changes an agent, and the user that it is.
 *
 * @throws PlatformFailure `ERR_AGENT_NOT_FOUND`, `ERR_BAD_REQUEST`.
 */
export async function changeAgent(
  uid: string,
  { integrationMeta = {}, ...change }: z.output<typeof AgentChange>,
  needs: SaveNeeds,
): Promise<AgentRow> {
  const { database, now } = needs
  const earlier = await findAgent(database, uid)
  const { headers: kept, ...place } = integrationOf(earlier)
  const { headers, ...rest } = integrationMeta
  const changed: AgentRow = {
    ...earlier,
    ...given(change),
    metaData: { ...earlier.metaData, ...change.metaData },
    integrationMeta: {
      ...{ ...place, ...given(rest) },
      headers: headers ? unmasked(headers, kept) : kept,
    },
    updatedAt: toSeconds(now()),
  }
  await checkRegistration(changed, needs)
  const agent = { ...changed, integrationMeta: normalized(changed, needs) }
  await database.batch([
    database.update(agents).set(agent).where(eq(agents.uid, uid)),
    ...savedUser(agent, needs),
  ])
  return agent
}

/** What there is to say: of an absent field nothing is changed. */
function given<Fields extends object>(fields: Fields) {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said)
}

/** The address and the headers in the spelling in which they are called and sent. */
function normalized(agent: AgentRow, { allowLocalAgents: allowLocal }: SaveNeeds) {
  const { baseUrl, agentId, headers } = integrationOf(agent)
  return {
    baseUrl: checkDeploymentUrl(baseUrl, { allowLocal }),
    agentId,
    headers: checkAgentHeaders(headers),
  }
}

function savedUser({ uid, name, icon: avatar }: AgentRow, { database, now }: SaveNeeds) {
  return saveUsers(database, [toUserRow({ uid, name, avatar, role: ROLE }, toSeconds(now()))])
}

/** Nobody has it, or somebody who was an agent and is none any more. */
async function isFree(uid: string, { database }: SaveNeeds) {
  const [agent] = await database.select().from(agents).where(eq(agents.uid, uid)).limit(1)
  if (agent) return false
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return !user || user.role === ROLE
}

/** `launch-helper` for `Launch Helper`; with some letters of chance where that is taken. */
async function freeUid(name: string, needs: SaveNeeds) {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  const uid = plain || 'agent'
  const isTaken = !(await isFree(uid, needs))
  return isTaken ? `${uid}-${crypto.randomUUID().slice(0, 8)}` : uid
}
