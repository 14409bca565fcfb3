import { Hono } from 'hono'
import { AppError } from './error.ts'
import type { Log } from './log.ts'
import { SECURITY_SCHEMES } from './platform/answers.ts'
import { createPlatform, platformNotConfigured } from './platform/platform.ts'
import { chat } from './route/chat.ts'
import { type Door, door, type Fetch } from './route/door.ts'
import { health } from './route/health.ts'
import { nothingHere } from './route/nothing-here.ts'
import { openapi } from './route/openapi.ts'
import { rankings } from './route/rankings.ts'
import { reply, replyError } from './route/reply.ts'
import { run } from './route/run.ts'
import { search } from './route/search.ts'
import { status } from './route/status.ts'
import type { Services } from './services.ts'
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
    health(services),
    status(services),
    services.platform ? createPlatform(services.platform) : platformNotConfigured(services.log),
  ]
  for (const { routes } of mounted) app.route('/', routes)
  const paths = Object.assign({}, ...mounted.map(({ paths }) => paths))
  app.route('/', openapi(paths, { securitySchemes: SECURITY_SCHEMES }))
  app.get('/', (c) => reply(c, undefined, 302, { location: '/docs' }))
  mountPages?.(app)
  return { fetch: door(app, services), routes: app.routes }
}

function failure(error: unknown, requestId: string, log: Log): AppError {
  const known = AppError.from(error)
  if (known.status >= 500) log.error('request-failed', { requestId, error: known.cause ?? known })
  return known
}
