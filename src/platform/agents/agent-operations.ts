import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Log } from '../../core/log.ts'
import { slug } from '../../core/rows/made-id.ts'
import type { GuardedFetch } from '../../core/upstream/guarded-fetch.ts'
import type { Database } from '../../storage/database.ts'
import { agents, authTokens, users } from '../../storage/schema.ts'
import { Id, shown } from '../field.ts'
import { Done, done, platformOperation, USER } from '../operation.ts'
import { ListingMeta, ListingQuery, readListing } from '../page.ts'
import { AGENT_ROLE, saveUsers } from '../people/users.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import {
  AgentChange,
  AgentDetails,
  type AgentRow,
  agentByUid,
  findAgent,
  MetaData,
  PlatformAgent,
  toAgent,
} from './agent.ts'
import {
  AgentTestResult,
  RegisteredAgentTest,
  testAgent,
  UnregisteredAgentTest,
} from './agent-test.ts'
import { checkRegistration, type RegistrationDeps, storedMeta } from './registration.ts'

interface SaveDeps extends RegistrationDeps, Store {}

export interface AgentOperationDeps extends SaveDeps {
  agentFetch: GuardedFetch
  log: Log
}

const OneAgent = z.object({ uid: Id })

/** Registers, lists, tests, reads, changes and deletes agents. */
export function agentOperations(deps: AgentOperationDeps) {
  const { database } = deps
  const path = '/v3/ai-agents/agents'
  return [
    platformOperation('createAgent', 'post', path, {
      summary: 'Register an agent',
      body: AgentDetails,
      data: PlatformAgent,
      handle: async ({ body }) => ({ data: toAgent(await createAgent(body, deps)) }),
    }),
    platformOperation('listAgents', 'get', path, {
      summary: 'The agents, by uid',
      query: ListingQuery,
      data: z.array(PlatformAgent),
      meta: ListingMeta,
      handle: ({ query }) => listAgents(database, query, toAgent),
    }),
    platformOperation('testAgent', 'post', `${path}/test`, {
      summary: 'Call an agent once, registered or not, and return what it answered',
      // Which of the two schemas applies depends on whether the agent is registered.
      body: z.unknown(),
      documentedBody: z.union([RegisteredAgentTest, UnregisteredAgentTest]),
      data: AgentTestResult,
      handle: async ({ body }, c) => ({ data: await testAgent(body, deps, c.req.raw.signal) }),
    }),
    platformOperation('getAgent', 'get', `${path}/{uid}`, {
      summary: 'One agent',
      params: OneAgent,
      data: PlatformAgent,
      handle: async ({ params }) => ({ data: toAgent(await findAgent(database, params.uid)) }),
    }),
    platformOperation('changeAgent', 'patch', `${path}/{uid}`, {
      summary: 'Change an agent, or enable or disable it',
      params: OneAgent,
      body: AgentChange,
      data: PlatformAgent,
      handle: async ({ params, body }) => {
        return { data: toAgent(await changeAgent(params.uid, body, deps)) }
      },
    }),
    platformOperation('deleteAgent', 'delete', `${path}/{uid}`, {
      summary: 'Delete an agent; its user and its messages are kept',
      params: OneAgent,
      data: Done,
      async handle({ params: { uid } }) {
        await findAgent(database, uid)
        await database.delete(agents).where(eq(agents.uid, uid))
        return done(`The agent ${uid} was deleted.`)
      },
    }),
  ]
}

/**
 * An agent as users see it, without where it runs and how it is called. Only these fields are shown,
 * so that a new field of agents does not become public by accident.
 */
const PublicAgent = z
  .object({
    uid: z.string(),
    name: z.string(),
    icon: z.string().optional(),
    isActive: z.boolean().describe('Whether the agent is enabled.'),
    greetingMessage: z.string().optional(),
    introductoryMessage: z.string().optional(),
    suggestedMessages: z.array(z.string()),
  })
  .meta({ id: 'PlatformAgentProfile' })

/** Lists and reads agents as users see them. */
export function agentProfileOperations({ database }: { database: Database }) {
  const path = '/v3/ai-agents/profiles'
  return [
    platformOperation('listAgentProfiles', 'get', path, {
      credentials: USER,
      summary: 'The agents as users see them, by uid',
      query: ListingQuery,
      data: z.array(PublicAgent),
      meta: ListingMeta,
      handle: ({ query }) => listAgents(database, query, toProfile),
    }),
    platformOperation('getAgentProfile', 'get', `${path}/{uid}`, {
      credentials: USER,
      summary: 'One agent as users see it, with its greeting and suggested messages',
      params: OneAgent,
      data: PublicAgent,
      handle: async ({ params }) => ({ data: toProfile(await findAgent(database, params.uid)) }),
    }),
  ]
}

function toProfile({ uid, name, icon, isActive, metaData }: AgentRow) {
  const { suggestedMessages, ...messages } = MetaData.parse(metaData)
  const fields = { uid, name, icon, isActive, ...messages }
  return shown(PublicAgent, { ...fields, suggestedMessages: suggestedMessages ?? [] })
}

function listAgents<Item>(
  database: Database,
  query: ListingQuery,
  toItem: (row: AgentRow) => Item,
) {
  return readListing(database, query, {
    key: agents.uid,
    read: (isListed) => database.select().from(agents).where(isListed).orderBy(agents.uid),
    toItem,
    keyOf: ({ uid }) => uid,
  })
}

/**
 * Creates an agent and a user with the same uid, whose auth tokens are revoked. The agent is disabled
 * by default.
 */
async function createAgent(details: z.output<typeof AgentDetails>, deps: SaveDeps) {
  const { database, now } = deps
  const registration = await checkRegistration(details, deps)
  const uid = details.uid ?? (await freeUid(details.name, database))
  const taken = () =>
    new PlatformError('ERR_UID_ALREADY_EXISTS', `The uid ${uid} is already in use.`)
  if (!(await isFree(uid, database))) throw taken()

  const seconds = toSeconds(now())
  const { integrateWith, tools, actions } = registration
  const { name, icon = null, isActive = false, integrationType = 'agent', metaData = {} } = details
  const integrationMeta = await storedMeta({ ...registration, uid }, deps.dataKey)
  const called = { integrateWith, integrationType, integrationMeta, tools, actions }
  const face = { uid, name, icon, isActive, metaData }
  const times = { lastTest: null, createdAt: seconds, updatedAt: seconds }
  const agent: AgentRow = { ...face, ...called, ...times }
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

/** The fields that say how an agent is called: its last test is of these. */
const CALL_FIELDS = ['integrateWith', 'integrationMeta', 'tools', 'actions'] as const

/** Changes an agent and its user. */
async function changeAgent(
  uid: string,
  { integrationMeta, ...change }: z.output<typeof AgentChange>,
  deps: SaveDeps,
): Promise<AgentRow> {
  const { database, now } = deps
  const earlier = await findAgent(database, uid)
  const given = { ...change, integrationMeta }
  const isCalledAsBefore = CALL_FIELDS.every((field) => given[field] === undefined)
  const registration = isCalledAsBefore ? undefined : await checkRegistration(given, deps, earlier)
  const changed = Object.entries(change).filter(([, value]) => value !== undefined)
  const agent: AgentRow = {
    ...earlier,
    ...Object.fromEntries(changed),
    metaData: { ...earlier.metaData, ...change.metaData },
    ...(registration && {
      integrationMeta: await storedMeta(registration, deps.dataKey),
      lastTest: null,
    }),
    updatedAt: toSeconds(now()),
  }
  await database.batch([
    database.update(agents).set(agent).where(eq(agents.uid, uid)),
    ...savedUser(agent, deps),
  ])
  return agent
}

function savedUser({ uid, name, icon: avatar }: AgentRow, { database, now }: SaveDeps) {
  const seconds = toSeconds(now())
  const user = { uid, name, avatar, role: AGENT_ROLE, recordedAt: seconds, updatedAt: seconds }
  return saveUsers(database, [user])
}

/** Whether no agent has the uid, and no user but that of a deleted agent. */
async function isFree(uid: string, database: Database) {
  if (await agentByUid(database, uid)) return false
  const [user] = await database.select().from(users).where(eq(users.uid, uid)).limit(1)
  return !user || user.role === AGENT_ROLE
}

/** Leaves room for a suffix. */
const MAX_SLUG = 80

/** `launch-helper` for `Launch Helper`; with a random suffix if that is in use. */
async function freeUid(name: string, database: Database) {
  const uid = slug(name).slice(0, MAX_SLUG) || 'agent'
  return (await isFree(uid, database)) ? uid : `${uid}-${crypto.randomUUID().slice(0, 8)}`
}
