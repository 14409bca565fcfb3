import { Hono, type MiddlewareHandler } from 'hono'
import { PRIVATE } from './access/access.ts'
import { createPlatform, platformNotConfigured } from './chat/platform.ts'
import { type AnswerCached, answerCached } from './http/answer-cached.ts'
import type { Env } from './http/env.ts'
import { failure } from './http/failure.ts'
import { notFound } from './http/not-found.ts'
import { openapi } from './http/openapi.ts'
import { pathAccess } from './http/path-access.ts'
import { replyError } from './http/reply.ts'
import { type Fetch, requestPipeline } from './http/request-pipeline.ts'
import { agentActions } from './routes/agent-actions.ts'
import { agents } from './routes/agents.ts'
import { chat } from './routes/chat.ts'
import { health, status } from './routes/health.ts'
import { mcp } from './routes/mcp.ts'
import { openAi } from './routes/openai.ts'
import { type PageFiles, page, pageNotFound } from './routes/page.ts'
import { rankings } from './routes/rankings.ts'
import { search } from './routes/search.ts'
import { streams } from './routes/streams.ts'
import type { Services } from './services.ts'

export interface App {
  fetch: Fetch
  /** Answers some requests that a server has parsed, without a `Request`. */
  answerCached: AnswerCached
  /** All mounted routes. */
  routes: readonly { method: string; path: string }[]
}

/** What a runtime adds. */
interface Additions {
  /** The page, which is public. */
  page?: PageFiles
  /** Routes for callers who may read the metrics. `app` has all other routes. */
  mountRoutes?(routes: Hono<Env>, app: Pick<Hono<Env>, 'routes'>): void
}

/** The whole HTTP API, the same on every runtime apart from the additions. */
export function createApp(services: Services, additions: Additions = {}): App {
  // A path with a trailing slash is the path without it.
  const app = new Hono<Env>({ strict: false })
  app.onError((error, c) => replyError(c, failure(error, c.env, services.log)))
  app.notFound(pageNotFound(additions.page, notFound(app)))

  const described = [
    rankings(services),
    search(services),
    chat(services),
    streams(services),
    agents(services),
    openAi(services),
    agentActions(services),
    mcp(services),
    health(services),
    status(services),
    services.platform ? createPlatform(services.platform) : platformNotConfigured(services.log),
  ]
  const requiresToken = services.access?.requiresToken ?? false
  const mounted = [...described, openapi(described, { requiresToken }), page(additions.page)]
  for (const { routes } of mounted) app.route('/', routes)
  const added = new Hono<Env>()
  additions.mountRoutes?.(added, app)
  for (const path of new Set(added.routes.map(({ path }) => path))) {
    app.use(path, forMetrics(services))
  }
  app.route('/', added)

  const paths = pathAccess([...mounted, { routes: added, access: 'own-keys' }])
  return {
    fetch: requestPipeline(app, { ...services, paths }),
    answerCached: answerCached(services),
    routes: app.routes,
  }
}

function forMetrics({ metricsAccess: check }: Services): MiddlewareHandler<Env> {
  return async function checkMetricsAccess(c, next) {
    c.env.headers = { ...c.env.headers, ...PRIVATE }
    await check(c.req.raw, c.env.connection)
    await next()
  }
}
