import { Hono, type MiddlewareHandler } from 'hono'
import type { Attempts } from '../access/attempts.ts'
import type { Log } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { notFound } from '../http/not-found.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { authTokenOperations } from './access/auth-token-operations.ts'
import { authenticate } from './access/authenticate.ts'
import type { Keys } from './access/keys.ts'
import { actionOperations } from './action/action-operations.ts'
import { agentOperations } from './agent/agent-operations.ts'
import { agentProfileOperations } from './agent/agent-profile-operations.ts'
import { conversationOperations } from './conversation/conversation-operations.ts'
import { SECURITY_SCHEMES } from './describe-operation.ts'
import { PlatformFailure } from './failure.ts'
import { groupOperations } from './group/group-operations.ts'
import { importOperations, memberOperations } from './group/member-operations.ts'
import { eventOperations } from './live/event-operations.ts'
import { type MessageDeps, messageOperations } from './message/message-operations.ts'
import { reactionOperations } from './reaction/reaction-operations.ts'
import { refuse, replyFailure } from './reply.ts'
import type { ChatDeps } from './run/chat-deps.ts'
import { followAnswer } from './run/follow-answer.ts'
import { chat } from './run/respond.ts'
import { toolResultOperations } from './run/tool-result-operations.ts'
import { settingOperations } from './setting/setting-operations.ts'
import { userOperations } from './user/user-operations.ts'

export interface PlatformDeps extends MessageDeps, ChatDeps {
  keys: Keys
  /** How long an auth token is good for. */
  authTokenDays: number
  attempts: Attempts
  /** Milliseconds that nobody turns back or forward. */
  clock(): number
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** Errors of the request pipeline have the platform's envelope under `/v3` too. */
const OWN_KEYS = { access: 'own-keys', reject: refuse } as const

/** The local chat platform: everything under `/v3`, with keys and tokens of its own. */
export function createPlatform(deps: PlatformDeps): RouteGroup {
  const mounted = routeGroup(operationsOf(deps))
  const routes = answeringFailures(deps.log)
    .use('/v3/*', authenticate(mounted.paths, deps), wakeAfterWrite(deps))
    .route('/', mounted.routes)
  // Behind every other route.
  routes.all(
    '/v3/*',
    notFound(routes, (c, error) => replyFailure(c, PlatformFailure.from(error))),
  )
  return { ...OWN_KEYS, paths: mounted.paths, routes, securitySchemes: SECURITY_SCHEMES }
}

/** Every operation there is, in the order in which OpenAPI lists them. */
function operationsOf(deps: PlatformDeps) {
  return [
    ...importOperations(deps),
    ...userOperations(deps),
    ...authTokenOperations(deps),
    ...groupOperations(deps),
    ...memberOperations(deps),
    ...messageOperations({ onMessage: chat(deps), onRepeat: followAnswer(deps), ...deps }),
    ...conversationOperations(deps),
    ...reactionOperations(deps),
    ...eventOperations(deps),
    ...settingOperations(deps),
    ...agentOperations(deps),
    ...agentProfileOperations(deps),
    ...actionOperations(deps),
    ...toolResultOperations(deps),
  ]
}

/** A write may have made events: listeners of this process need not wait for the next poll. */
function wakeAfterWrite({ live }: PlatformDeps): MiddlewareHandler<Env> {
  return async function wakeListeners(c, next) {
    await next()
    if (c.req.method !== 'GET') live.wake()
  }
}

/** Answers every call with ERR_NOT_CONFIGURED where there is no database. */
export function platformNotConfigured(log: Log): RouteGroup {
  const routes = answeringFailures(log).all('/v3/*', () => {
    throw new PlatformFailure('ERR_NOT_CONFIGURED', 'The chat platform is not configured.', {
      devMessage: 'It needs a database: the binding DB of a Worker.',
    })
  })
  return { ...OWN_KEYS, paths: {}, routes }
}

/** Answers failures in the platform's envelope, and logs those that are ours with their cause. */
function answeringFailures(log: Log): Hono<Env> {
  return new Hono<Env>().onError((thrown, c) => {
    const failure = PlatformFailure.from(thrown)
    if (failure.status >= 500 && failure.cause) {
      log.error('request-failed', { requestId: c.env.requestId, error: failure.cause })
    }
    return replyFailure(c, failure)
  })
}
