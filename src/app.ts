import { Hono } from 'hono'
import { AppError } from './error.ts'
import type { Log } from './log.ts'
import { chat } from './route/chat.ts'
import { type Door, door } from './route/door.ts'
import { health } from './route/health.ts'
import { nothingHere } from './route/nothing-here.ts'
import { openapi } from './route/openapi.ts'
import { rankings } from './route/rankings.ts'
import { reply, replyError } from './route/reply.ts'
import { run } from './route/run.ts'
import { search } from './route/search.ts'
import type { Services } from './services.ts'
import { ndjson } from './stream/ndjson.ts'

/** The whole HTTP surface, the same on every runtime. */
export function createApp(services: Services): Hono<Door> {
  const app = new Hono<Door>()
  app.use(door(services))
  app.onError((error, c) => replyError(c, failure(error, c.var.requestId, services.log)))
  app.notFound(nothingHere(app))

  const mounted = [
    health(services),
    rankings(services),
    search(services),
    chat(services),
    run('/stream', ndjson, services),
  ]
  for (const { routes } of mounted) app.route('/', routes)
  app.route('/', openapi(Object.assign({}, ...mounted.map(({ paths }) => paths))))
  app.get('/', (c) => reply(c, undefined, 302, { location: '/docs' }))
  return app
}

function failure(error: unknown, requestId: string, log: Log): AppError {
  const known = AppError.from(error)
  if (known.status >= 500) log.error('request-failed', { requestId, error: known.cause ?? known })
  return known
}
