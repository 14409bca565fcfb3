import { Hono, type MiddlewareHandler } from 'hono'
import type { FailedLogins } from '../access/failed-logins.ts'
import type { Env } from '../http/env.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { authTokenOperations } from './access/auth-token-operations.ts'
import { authenticate } from './access/authenticate.ts'
import type { Keys } from './access/keys.ts'
import { actionOperations } from './action/action-operations.ts'
import { agentOperations } from './agent/agent-operations.ts'
import { agentProfileOperations } from './agent/agent-profile-operations.ts'
import { conversationOperations } from './conversation/conversation-operations.ts'
import { groupOperations } from './group/group-operations.ts'
import { importOperations, memberOperations } from './group/member-operations.ts'
import { eventOperations } from './live/event-operations.ts'
import { type MessageDeps, messageOperations } from './message/message-operations.ts'
import { SECURITY_SCHEMES } from './operation.ts'
import { PlatformError } from './platform-error.ts'
import { reactionOperations } from './reaction/reaction-operations.ts'
import type { ChatDeps } from './run/chat-deps.ts'
import { followAnswer } from './run/follow-answer.ts'
import { answerNewMessages } from './run/start-answer.ts'
import { toolResultOperations } from './run/tool-result-operations.ts'
import { settingOperations } from './setting/setting-operations.ts'
import { statsOperations } from './stats.ts'
import { userOperations } from './user/user-operations.ts'

export interface PlatformDeps extends MessageDeps, ChatDeps {
  keys: Keys
  /** How many days an auth token is valid. */
  authTokenDays: number
  failedLogins: FailedLogins
  /** Monotonic milliseconds. */
  clock(): number
  /** Whether requests share nothing but the database. */
  isolatesRequests?: boolean | undefined
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** The local chat platform: everything under `/v3`, with keys and tokens of its own. */
export function createPlatform(deps: PlatformDeps): RouteGroup {
  const mounted = routeGroup(operationsOf(deps))
  const routes = new Hono<Env>()
    .use('/v3/*', authenticate(mounted.paths, deps), wakeAfterWrite(deps))
    .route('/', mounted.routes)
    .all('/v3/*', (c) => c.notFound())
  return { paths: mounted.paths, routes, securitySchemes: SECURITY_SCHEMES }
}

/** All operations, in their order in OpenAPI. */
function operationsOf(deps: PlatformDeps) {
  return [
    ...importOperations(deps),
    ...userOperations(deps),
    ...authTokenOperations(deps),
    ...groupOperations(deps),
    ...memberOperations(deps),
    ...messageOperations({
      onMessage: answerNewMessages(deps),
      onRepeat: followAnswer(deps),
      ...deps,
    }),
    ...conversationOperations(deps),
    ...reactionOperations(deps),
    ...eventOperations(deps),
    ...settingOperations(deps),
    ...statsOperations(deps),
    ...agentOperations(deps),
    ...agentProfileOperations(deps),
    ...actionOperations(deps),
    ...toolResultOperations(deps),
  ]
}

/** After a write there may be events: listeners of this process need not wait for the next poll. */
function wakeAfterWrite({ live }: PlatformDeps): MiddlewareHandler<Env> {
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
