import { Hono } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import { type AnswerCached, answerCached } from '../http/answer-cached.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { pathAccess } from '../http/path-access.ts'
import { replyError } from '../http/reply.ts'
import { type Fetch, requestPipeline } from '../http/request-pipeline.ts'
import { health } from '../routes/health.ts'
import { rankings } from '../routes/rankings.ts'

type EarlyDeps = Parameters<typeof rankings>[0] &
  Omit<Parameters<typeof requestPipeline>[1], 'paths'>

interface EarlyApp {
  fetch: Fetch
  /** For the complete app as well: both have the same response cache. */
  answerCached: AnswerCached
  /** Passes all requests to the complete app, beginning with those that wait for it. */
  complete(app: { fetch: Fetch }): void
}

/**
 * Answers the rankings and health checks while most of the service is still being loaded. Every other
 * request waits for the complete app.
 */
export function earlyApp(deps: EarlyDeps): EarlyApp {
  const mounted = [rankings(deps), health(deps)]
  const app = new Hono<Env>({ strict: false })
  app.onError((error, c) => replyError(c, failure(error, c.env, deps.log)))
  for (const { routes } of mounted) app.route('/', routes)
  const paths = new Set(app.routes.map(({ path }) => path))
  const early = requestPipeline(app, { ...deps, paths: pathAccess(mounted) })

  let onComplete = (_app: { fetch: Fetch }) => {}
  const completed = new Promise<{ fetch: Fetch }>((resolve) => {
    onComplete = resolve
  })
  let answer: Fetch = (request, connection) => {
    if (request.method === 'GET' && paths.has(getPathNoStrict(request)))
      return early(request, connection)
    return completed.then((complete) => complete.fetch(request, connection))
  }

  return {
    fetch: (request, connection) => answer(request, connection),
    answerCached: answerCached(deps),
    complete(completeApp) {
      answer = completeApp.fetch
      onComplete(completeApp)
    },
  }
}
