import { Hono, type MiddlewareHandler } from 'hono'
import type { Env } from '../http/env.ts'
import type { HttpOperation } from '../http/operation.ts'
import { type RouteGroup, routeGroup, routePath } from '../http/route-group.ts'
import { type AuthTokenDeps, authTokenOperations } from './access/auth-tokens.ts'
import { type AuthenticateDeps, authenticatePlatform } from './access/authenticate.ts'
import { actionOperations } from './agents/actions.ts'
import {
  type AgentOperationDeps,
  agentOperations,
  agentProfileOperations,
} from './agents/agent-operations.ts'
import { type AnswerDeps, answerMessage } from './answers/answer-message.ts'
import { CHAT_LIMITS, type ChatLimits } from './answers/chat-limits.ts'
import { sendOperations } from './answers/send-operations.ts'
import { acceptsEvents, type StartDeps } from './answers/start-answer.ts'
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

/** What its operations use, each under one name. */
export type PlatformParts = AuthenticateDeps &
  AuthTokenDeps &
  AgentOperationDeps &
  Omit<AnswerDeps, 'limits'> &
  Omit<StartDeps, 'limits' | 'answer'> & {
    chatLimits?: Partial<ChatLimits>
    /** Rejects if the database cannot be used as it is. Asked until it has resolved once. */
    checkDatabase?: (() => Promise<void>) | undefined
  }

/** The local chat platform: everything under `/v3`, with keys and tokens of its own. */
export function createPlatform(parts: PlatformParts): RouteGroup {
  const operations = operationsOf(parts)
  const mounted = routeGroup(operations)
  const routes = new Hono<Env>()
  for (const operation of operations) markStreams(routes, operation)
  routes
    .use('/v3/*', authenticatePlatform(parts), usableDatabase(parts), wakeAfterWrite(parts))
    .route('/', mounted.routes)
    .all('/v3/*', (c) => {
      requireCredential(c, USER)
      return c.notFound()
    })
  return { paths: mounted.paths, routes, securitySchemes: SECURITY_SCHEMES }
}

/** All operations, in their order in OpenAPI. */
function operationsOf(parts: PlatformParts) {
  const limits = { ...CHAT_LIMITS, ...parts.chatLimits }
  const answer = answerMessage.bind(null, { ...parts, limits })
  return [
    ...tagged('members', importOperations(parts)),
    ...tagged('users and groups', userOperations(parts)),
    ...tagged('users and groups', authTokenOperations(parts)),
    ...tagged('users and groups', groupOperations(parts)),
    ...tagged('members', memberOperations(parts)),
    ...tagged('messages', sendOperations({ ...parts, limits, answer })),
    ...tagged('messages', messageOperations(parts)),
    ...tagged('conversations', conversationOperations(parts)),
    ...tagged('reactions', reactionOperations(parts)),
    ...tagged('messages', eventOperations(parts)),
    ...tagged('notification settings', settingOperations(parts)),
    ...tagged('statistics', statsOperations(parts)),
    ...tagged('agents', agentOperations(parts)),
    ...tagged('agents', agentProfileOperations(parts)),
    ...tagged('agents', actionOperations(parts)),
  ]
}

function usableDatabase({
  checkDatabase,
}: Pick<PlatformParts, 'checkDatabase'>): MiddlewareHandler<Env> {
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
    c.set('mayStream', streams === 'always' || acceptsEvents(c))
    await next()
  })
}

/** After a write there may be events: listeners of this process need not wait for the next poll. */
function wakeAfterWrite({ live }: Pick<PlatformParts, 'live'>): MiddlewareHandler<Env> {
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
