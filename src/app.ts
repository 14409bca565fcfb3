import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { admit, admitToMetrics, guardHost, guardOrigin, rejectOverload } from './http/admit.ts'
import { cors } from './http/cors.ts'
import type { Env } from './http/env.ts'
import { answerErrors, failure } from './http/failure.ts'
import { ending, notFound } from './http/not-found.ts'
import { openapi } from './http/openapi.ts'
import { replyError } from './http/reply.ts'
import { requestLog } from './http/request-log.ts'
import { responseCache } from './http/response-cache.ts'
import { createPlatform, platformNotConfigured } from './platform/platform.ts'
import { platformErrors } from './platform/platform-error.ts'
import { agentActions } from './routes/agent-actions.ts'
import { DISCOVERY_PATHS, discovery } from './routes/discovery/discovery.ts'
import { FEED_PATHS, feeds } from './routes/feeds.ts'
import { health, status } from './routes/health.ts'
import { launchRoutes } from './routes/launches.ts'
import { mcpRoutes } from './routes/mcp/mcp.ts'
import { MODELS } from './routes/openai-models.ts'
import { type PageFiles, page } from './routes/page.ts'
import { products } from './routes/products.ts'
import { rankings } from './routes/rankings.ts'
import { replay } from './routes/replay.ts'
import { runRoutes } from './routes/runs.ts'
import { search } from './routes/search.ts'
import { timeZones } from './routes/time-zones.ts'
import { trending } from './routes/trending.ts'
import { voteHistories } from './routes/vote-histories.ts'
import { watchFeeds } from './routes/watch-feeds.ts'
import { watchRoutes } from './routes/watches.ts'
import { ERROR_FORMS, errorHandler, wires } from './routes/wires.ts'
import type { Services } from './services.ts'

/** Answers that many callers ask for. */
const CACHED_PATHS = [
  '/api/top',
  '/api/top-week',
  '/api/top-range',
  '/api/search',
  '/api/trending',
  '/api/launches',
  '/api/products/:id',
  '/api/products/:id/history',
  '/api/benchmark',
  '/api/history',
  '/api/replay',
]

/** The additions of a runtime to the routes. */
interface Additions {
  /** The page, which is public. */
  page?: PageFiles | undefined
  /** Measures every request, and serves the metrics to callers who may read them. */
  metrics?: { measure: MiddlewareHandler<Env>; show: MiddlewareHandler<Env> } | undefined
  /** Whether the process has fallen so far behind that it should reject new work. */
  isOverloaded?: (() => boolean) | undefined
}

/**
 * The whole HTTP API, the same on every runtime apart from the additions. Middleware and routes are
 * passed in this order.
 */
export function createApp(services: Services, additions: Additions = {}): Hono<Env> {
  const { log, corsOrigins, originGuard, access, metricsAccess } = services
  const { metrics, isOverloaded } = additions
  // A path with a trailing slash is the path without it.
  const app = new Hono<Env>({ strict: false })
  app.onError((error, c) => {
    const replyOwn = c.get('replyError')
    return replyOwn ? replyOwn(error, c) : replyError(c, failure(error, c, log))
  })
  app.notFound(notFound(app, additions.page))

  for (const [path, replyOf] of ERROR_FORMS) {
    app.use(path, answerErrors(errorHandler(replyOf, services)))
  }
  app.use('/v3/*', answerErrors(platformErrors(services)))
  app.use(requestLog(services))
  if (metrics) app.use(metrics.measure)
  app.use(guardHost)
  app.use(cors(corsOrigins))
  if (isOverloaded) app.use(rejectOverload(isOverloaded))

  // Routes for everybody.
  for (const path of DISCOVERY_PATHS) app.use(path, etag())
  const open = [health(services), page(services, additions.page), discovery(services)]
  for (const { routes } of open) app.route('/', ending(routes))

  // Clients that look for a way to sign in must learn that there is none, token or not.
  app.all('/.well-known/*', (c) => c.notFound())

  // Routes with keys of their own.
  if (originGuard) app.use(guardOrigin(originGuard))
  const platform = services.platform ? createPlatform(services.platform) : platformNotConfigured()
  const privateFeeds = watchFeeds(services)
  for (const { routes } of [platform, privateFeeds]) app.route('/', routes)
  if (metrics) {
    const routes = new Hono<Env>()
    routes.use('/metrics', admitToMetrics(metricsAccess)).get('/metrics', metrics.show)
    app.route('/', ending(routes))
  }

  // Routes for callers with a token of the service, where it has any.
  if (access) app.use(admit(access))
  const cached = responseCache(services)
  // A platform that serves the files of the page itself compresses too.
  if (additions.page?.mount) app.get('/api/replay', compress({ encoding: 'gzip' }))
  for (const path of CACHED_PATHS) app.get(path, cached)
  for (const path of FEED_PATHS) app.use(path, etag())
  const own = [
    rankings(services),
    search(services),
    trending(services),
    launchRoutes(services),
    products(services),
    timeZones(services),
    voteHistories(services),
    replay(services),
    feeds(services),
    watchRoutes(services),
    wires(services),
    runRoutes(services),
    MODELS,
    agentActions(services),
    mcpRoutes(services),
    status(services),
  ]
  for (const { routes } of own) app.route('/', routes)
  const requiresToken = access?.requiresToken ?? false
  const items = async () => (await import('./wires/stream-items.ts')).STREAM_ITEMS
  app.route('/', openapi({ open: [...open, platform, privateFeeds], own, requiresToken, items }))
  return app
}
