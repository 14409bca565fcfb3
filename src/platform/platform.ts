import { Hono, type MiddlewareHandler } from 'hono'
import type { Attempts } from '../access/attempts.ts'
import type { Log } from '../log.ts'
import type { Routes } from '../route/answers.ts'
import type { Door } from '../route/door.ts'
import { nothingHere } from '../route/nothing-here.ts'
import { authTokensRoutes } from './access/auth-token-operations.ts'
import { authenticate } from './access/authenticate.ts'
import type { Keys } from './access/keys.ts'
import { actionsRoutes } from './action/actions-routes.ts'
import { agentProfilesRoutes } from './agent/agent-profiles.ts'
import { agentsRoutes } from './agent/agents-routes.ts'
import { chat } from './chat/chat.ts'
import type { ChatNeeds } from './chat/chat-needs.ts'
import { followAnswer } from './chat/follow-answer.ts'
import { toolResultsRoute } from './chat/tool-results-route.ts'
import { conversationsRoutes } from './conversation/conversations-routes.ts'
import { PlatformFailure } from './failure.ts'
import { groupsRoutes } from './group/group-operations.ts'
import { importMembersRoute, membersRoutes } from './group/member-operations.ts'
import { eventsRoute } from './live/events-route.ts'
import { type MessageDeps, messagesRoutes } from './message/messages-routes.ts'
import { SECURITY_SCHEMES } from './operation.ts'
import { reactionsRoutes } from './reaction/reactions-routes.ts'
import { refuse, replyFailure } from './reply.ts'
import { previewRoute } from './setting/preview-route.ts'
import { settingsRoute } from './setting/settings-route.ts'
import { usersRoutes } from './user/users-routes.ts'

export interface PlatformNeeds extends MessageDeps, ChatNeeds {
  keys: Keys
  /** How long an auth token is good for. */
  authTokenDays: number
  attempts: Attempts
  /** Milliseconds that nobody turns back or forward. */
  clock(): number
  /** Whether agents on this machine or in its network may be called. */
  allowLocalAgents: boolean
}

/** Whoever is turned away before that is told so in the platform's envelope too. */
const OWN_KEYS = { isOpen: true, hasOwnKeys: true, refuse } as const

/** The local chat platform: everything under `/v3`, behind a door of its own: its keys. */
export function createPlatform(needs: PlatformNeeds): Routes {
  const rooms = [
    importMembersRoute(needs),
    usersRoutes(needs),
    authTokensRoutes(needs),
    groupsRoutes(needs),
    membersRoutes(needs),
    messagesRoutes({ onMessage: chat(needs), onRepeat: followAnswer(needs), ...needs }),
    conversationsRoutes(needs),
    reactionsRoutes(needs),
    eventsRoute(needs),
    settingsRoute(needs),
    previewRoute(needs),
    agentsRoutes(needs),
    agentProfilesRoutes(needs),
    actionsRoutes(needs),
    toolResultsRoute(needs),
  ]

  const paths = mergePaths(rooms)
  const routes = answeringFailures(needs.log).use(
    '/v3/*',
    authenticate(paths, needs),
    wakeAfterWrite(needs),
  )
  for (const room of rooms) routes.route('/', room.routes)
  // Behind every other route.
  routes.all(
    '/v3/*',
    nothingHere(routes, (c, error) => replyFailure(c, PlatformFailure.from(error))),
  )
  return { ...OWN_KEYS, paths, routes, securitySchemes: SECURITY_SCHEMES }
}

/** Of several parts, each may have some of the methods of a path. */
function mergePaths(parts: readonly Routes[]): Routes['paths'] {
  const paths: Routes['paths'] = {}
  for (const [path, item] of parts.flatMap((part) => Object.entries(part.paths))) {
    paths[path] = { ...paths[path], ...item }
  }
  return paths
}

/** Whatever was written may have made events: those who listen here need not wait for the next look. */
function wakeAfterWrite({ live }: PlatformNeeds): MiddlewareHandler<Door> {
  return async function wakeListeners(c, next) {
    await next()
    if (c.req.method !== 'GET') live.wake()
  }
}

/** Stands in where there is no database: every call is told so. */
export function platformNotConfigured(log: Log): Routes {
  const routes = answeringFailures(log).all('/v3/*', () => {
    throw new PlatformFailure('ERR_NOT_CONFIGURED', 'The chat platform is not configured.', {
      devMessage: 'It needs a database: the binding DB of a Worker.',
    })
  })
  return { ...OWN_KEYS, paths: {}, routes }
}

/** Under `/v3` every failure is told in the platform's envelope; ours are in the log, whole. */
function answeringFailures(log: Log): Hono<Door> {
  return new Hono<Door>().onError((thrown, c) => {
    const failure = PlatformFailure.from(thrown)
    if (failure.status >= 500 && failure.cause) {
      log.error('request-failed', { requestId: c.env.requestId, error: failure.cause })
    }
    return replyFailure(c, failure)
  })
}
