import { Hono } from 'hono'
import { Status } from '../status.ts'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

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

  const routes = new Hono<Door>().get('/status', async (c) => reply(c, await deps.status()))
  return { paths, routes }
}
