import { Hono } from 'hono'
import { AppError } from './error.ts'
import type { Log } from './log.ts'
import { agentActions } from './route/agent-actions.ts'
import { agents } from './route/agents.ts'
import { chat } from './route/chat.ts'
import { type Door, door, type Fetch } from './route/door.ts'
import { health } from './route/health.ts'
import { mcp } from './route/mcp.ts'
import { nothingHere } from './route/nothing-here.ts'
import { openapi } from './route/openapi.ts'
import { rankings } from './route/rankings.ts'
import { reply, replyError } from './route/reply.ts'
import { run } from './route/run.ts'
import { search } from './route/search.ts'
import { status } from './route/status.ts'
import type { Services } from './services.ts'
import { agUi } from './stream/ag-ui.ts'
import { ndjson } from './stream/ndjson.ts'

export interface App {
  fetch: Fetch
  /** What is mounted. */
  routes: readonly { method: string; path: string }[]
}

/**
 * The whole HTTP surface, the same on every runtime. `mountPages` adds the page's files where the
 * platform does not serve them itself.
 */
export function createApp(services: Services, mountPages?: (app: Hono<Door>) => void): App {
  const app = new Hono<Door>()
  app.onError((error, c) => replyError(c, failure(error, c.env.requestId, services.log)))
  app.notFound(nothingHere(app))

  const mounted = [
    rankings(services),
    search(services),
    chat(services),
    run('/stream', ndjson, services),
    run('/agent', agUi, services),
    agents(services),
    agentActions(services),
    mcp(services),
    health(services),
    status(services),
  ]
  for (const { routes } of mounted) app.route('/', routes)
  app.route('/', openapi(Object.assign({}, ...mounted.map(({ paths }) => paths))))
  app.get('/', (c) => reply(c, undefined, 302, { location: '/docs' }))
  mountPages?.(app)
  return { fetch: door(app, services), routes: app.routes }
}

function failure(error: unknown, requestId: string, log: Log): AppError {
  const known = AppError.from(error)
  if (known.status >= 500) log.error('request-failed', { requestId, error: known.cause ?? known })
  return known
}
