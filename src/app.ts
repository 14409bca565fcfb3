import { Hono, type MiddlewareHandler } from 'hono'
import { PRIVATE } from './access/access.ts'
import { createPlatform, platformNotConfigured } from './platform/platform.ts'
import { agentActions } from './route/agent-actions.ts'
import { agents } from './route/agents.ts'
import { chat } from './route/chat.ts'
import { type Door, door, type Fetch } from './route/door.ts'
import { failure } from './route/failure.ts'
import { health } from './route/health.ts'
import { mcp } from './route/mcp.ts'
import { nothingHere } from './route/nothing-here.ts'
import { openPaths } from './route/open-paths.ts'
import { openAi } from './route/openai.ts'
import { openapi } from './route/openapi.ts'
import { type PageFiles, page, pageNotFound } from './route/page.ts'
import { rankings } from './route/rankings.ts'
import { replyError } from './route/reply.ts'
import { run } from './route/run.ts'
import { search } from './route/search.ts'
import { status } from './route/status.ts'
import { uiChatResume } from './route/ui-chat-resume.ts'
import type { Services } from './services.ts'
import { agUi } from './stream/ag-ui.ts'
import { ndjson } from './stream/ndjson.ts'
import { uiMessageStream } from './stream/ui-message-stream.ts'

export interface App {
  fetch: Fetch
  /** What is mounted. */
  routes: readonly { method: string; path: string }[]
}

/** What a platform adds of its own. */
interface Additions {
  /** The page. Everybody may see it. */
  page?: PageFiles
  /** Other routes, for those who may read the metrics. `app` has what is mounted besides. */
  mountRoutes?(routes: Hono<Door>, app: Pick<Hono<Door>, 'routes'>): void
}

/** The whole HTTP surface, the same on every runtime but for what a platform adds. */
export function createApp(services: Services, additions: Additions = {}): App {
  const app = new Hono<Door>()
  app.onError((error, c) => replyError(c, failure(error, c.env, services.log)))
  app.notFound(pageNotFound(additions.page, nothingHere(app)))

  const described = [
    rankings(services),
    search(services),
    chat(services),
    run('/stream', ndjson, services),
    run('/agent', agUi, services),
    run('/api/ui/chat', uiMessageStream, services),
    uiChatResume(),
    agents(services),
    openAi(services),
    agentActions(services),
    mcp(services),
    health(services),
    status(services),
    services.platform ? createPlatform(services.platform) : platformNotConfigured(services.log),
  ]
  const wantsToken = services.access?.wantsToken ?? false
  const mounted = [...described, openapi(described, { wantsToken }), page(additions.page)]
  for (const { routes } of mounted) app.route('/', routes)
  const added = new Hono<Door>()
  additions.mountRoutes?.(added, app)
  for (const path of new Set(added.routes.map(({ path }) => path))) {
    app.use(path, forMetrics(services))
  }
  app.route('/', added)

  const paths = openPaths([...mounted, { routes: added, isOpen: true, hasOwnKeys: true }])
  return { fetch: door(app, { ...services, paths }), routes: app.routes }
}

function forMetrics({ metricsAccess: check }: Services): MiddlewareHandler<Door> {
  return async function checkMetricsAccess(c, next) {
    c.env.headers = { ...c.env.headers, ...PRIVATE }
    await check(c.req.raw, c.env.connection)
    await next()
  }
}
