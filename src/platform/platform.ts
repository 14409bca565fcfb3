import { Hono, type MiddlewareHandler } from 'hono'
import type { CallerId } from '../access/caller-id.ts'
import type { FailedLogins } from '../access/failed-logins.ts'
import type { Env } from '../http/env.ts'
import type { HttpOperation } from '../http/operation.ts'
import { type RouteGroup, routeGroup, routePath } from '../http/route-group.ts'
import type { SharedState } from '../state/shared-state.ts'
import { authTokenOperations } from './access/auth-tokens.ts'
import { authenticatePlatform } from './access/authenticate.ts'
import type { Keys } from './access/keys.ts'
import { actionOperations } from './agents/actions.ts'
import { agentOperations, agentProfileOperations } from './agents/agent-operations.ts'
import type { ChatDeps } from './answers/chat-deps.ts'
import { sendOperations } from './answers/send-operations.ts'
import { eventOperations } from './events/live.ts'
import { conversationOperations } from './messages/conversations.ts'
import { messageOperations } from './messages/message-operations.ts'
import { reactionOperations } from './messages/reactions.ts'
import { requireCredential, SECURITY_SCHEMES, tagged, USER } from './operation.ts'
import { memberOperations } from './people/change-members.ts'
import { groupOperations } from './people/groups.ts'
import { importOperations } from './people/import-members.ts'
import { userOperations } from './people/users.ts'
import { PlatformError } from './platform-error.ts'
import { settingOperations } from './settings/setting-operations.ts'
import { statsOperations } from './stats.ts'

export interface PlatformDeps extends ChatDeps {
  keys: Keys
  /** How many days an auth token is valid. */
  authTokenDays: number
  failedLogins: FailedLogins
  callerId: CallerId
  /** State that this process shares with others. */
  shared?: SharedState | undefined
  /** Monotonic milliseconds. */
  clock(): number
  /** Whether requests share nothing but the database. */
  isolatesRequests?: boolean | undefined
  /** Rejects if the database cannot be used as it is. Asked until it has resolved once. */
  checkDatabase?: (() => Promise<void>) | undefined
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** The local chat platform: everything under `/v3`, with keys and tokens of its own. */
export function createPlatform(deps: PlatformDeps): RouteGroup {
  const operations = operationsOf(deps)
  const mounted = routeGroup(operations)
  const routes = new Hono<Env>()
  for (const operation of operations) markStreams(routes, operation)
  routes
    .use('/v3/*', authenticatePlatform(deps), usableDatabase(deps), wakeAfterWrite(deps))
    .route('/', mounted.routes)
    .all('/v3/*', (c) => {
      requireCredential(c, USER)
      return c.notFound()
    })
  return { paths: mounted.paths, routes, securitySchemes: SECURITY_SCHEMES }
}

/** All operations, in their order in OpenAPI. */
function operationsOf(deps: PlatformDeps) {
  return [
    ...tagged('members', importOperations(deps)),
    ...tagged('users and groups', userOperations(deps)),
    ...tagged('users and groups', authTokenOperations(deps)),
    ...tagged('users and groups', groupOperations(deps)),
    ...tagged('members', memberOperations(deps)),
    ...tagged('messages', sendOperations(deps)),
    ...tagged('messages', messageOperations(deps)),
    ...tagged('conversations', conversationOperations(deps)),
    ...tagged('reactions', reactionOperations(deps)),
    ...tagged('messages', eventOperations(deps)),
    ...tagged('notification settings', settingOperations(deps)),
    ...tagged('statistics', statsOperations(deps)),
    ...tagged('agents', agentOperations(deps)),
    ...tagged('agents', agentProfileOperations(deps)),
    ...tagged('agents', actionOperations(deps)),
  ]
}

function usableDatabase({
  checkDatabase,
}: Pick<PlatformDeps, 'checkDatabase'>): MiddlewareHandler<Env> {
  let checked: Promise<void> | undefined
  return async function requireUsableDatabase(_c, next) {
    checked ??= checkDatabase?.().catch((error: unknown) => {
      checked = undefined
      throw error
    })
    await checked
    await next()
  }
}

/** An operation that may stream takes a stream's place instead of a call's. */
function markStreams(routes: Hono<Env>, { method, path, streams }: HttpOperation) {
  if (!streams) return
  routes.on(method, routePath(path), async (c, next) => {
    const isAccepted = c.req.header('accept')?.includes('text/event-stream') ?? false
    c.set('mayStream', streams === 'always' || isAccepted)
    await next()
  })
}

/** After a write there may be events: listeners of this process need not wait for the next poll. */
function wakeAfterWrite({ live }: Pick<PlatformDeps, 'live'>): MiddlewareHandler<Env> {
  return async function wakeListeners(c, next) {
    await next()
    if (c.req.method !== 'GET') live.wake()
  }
}

/** Answers every call with ERR_NOT_CONFIGURED, if there is no database. */
export function platformNotConfigured(): RouteGroup {
  const routes = new Hono<Env>().all('/v3/*', () => {
    throw new PlatformError('ERR_NOT_CONFIGURED', 'The chat platform is not configured.', {
      devMessage: 'It requires a database: on Workers, the binding DB.',
    })
  })
  return { paths: {}, routes }
}
