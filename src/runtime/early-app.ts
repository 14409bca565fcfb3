import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
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
  /** Before and after: what is cached are rankings, of which both know the same. */
  answerCached: AnswerCached
  /** From now on `whole` answers everything, those who wait first. */
  complete(whole: { fetch: Fetch }): void
}

/**
 * What is answered while most of the service is still being loaded: the rankings, and whether the
 * service is up. Every other request waits for the rest.
 */
export function earlyApp(deps: EarlyDeps): EarlyApp {
  const mounted = [rankings(deps), health(deps)]
  const app = new Hono<Env>()
  app.onError((error, c) => replyError(c, failure(error, c.env, deps.log)))
  for (const { routes } of mounted) app.route('/', routes)
  const paths = new Set(app.routes.map(({ path }) => path))
  const early = requestPipeline(app, { ...deps, paths: pathAccess(mounted) })

  let onComplete = (_whole: { fetch: Fetch }) => {}
  const completed = new Promise<{ fetch: Fetch }>((resolve) => {
    onComplete = resolve
  })
  let answer: Fetch = (request, connection) => {
    if (request.method === 'GET' && paths.has(getPath(request))) return early(request, connection)
    return completed.then((whole) => whole.fetch(request, connection))
  }

  return {
    fetch: (request, connection) => answer(request, connection),
    answerCached: answerCached(deps),
    complete(whole) {
      answer = whole.fetch
      onComplete(whole)
    },
  }
}
