import { Hono } from 'hono'
import * as z from 'zod'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

const Health = z.object({ status: z.literal('ok'), timestamp: z.iso.datetime() })

interface HealthDeps {
  now(): Date
}

/** Whether the service answers at all. */
export function health({ now }: HealthDeps): Routes {
  const paths: Routes['paths'] = {
    '/health': {
      get: {
        operationId: 'getHealth',
        tags: ['Service'],
        summary: 'Whether the service is up',
        responses: answers(Health),
      },
    },
  }

  const routes = new Hono<Door>().get('/health', (c) =>
    reply(c, { status: 'ok', timestamp: now().toISOString() }),
  )

  return { paths, routes, isOpen: true }
}
