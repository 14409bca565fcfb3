import { Hono } from 'hono'
import { Status } from '../core/status.ts'
import type { Env } from '../http/env.ts'
import { reply } from '../http/reply.ts'
import { answers, type Routes } from '../http/routes.ts'

interface StatusDeps {
  status(): Promise<Status>
}

/** Which implementation serves each part, and how it gets on with its upstream. */
export function status(deps: StatusDeps): Routes {
  const paths: Routes['paths'] = {
    '/status': {
      get: {
        operationId: 'getStatus',
        tags: ['Service'],
        summary: 'Which implementation serves each part, and how it gets on with its upstream',
        responses: answers(Status),
      },
    },
  }

  const routes = new Hono<Env>().get('/status', async (c) => reply(c, await deps.status()))
  return { paths, routes }
}
