import * as z from 'zod'
import { Status } from '../core/status.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'

interface HealthDeps {
  now(): Date
  /** Throws an error that names what is missing. */
  ready(): Promise<void>
}

/** Whether the service responds at all, and whether it can do its work. */
export function health({ now, ready }: HealthDeps): RouteGroup {
  const getHealth = operation({
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    tags: ['Service'],
    summary: 'Whether the service is up',
    data: z.object({ status: z.literal('ok'), timestamp: z.iso.datetime() }),
    handle: () => ({ status: 'ok' as const, timestamp: now().toISOString() }),
  })
  const getReady = operation({
    method: 'get',
    path: '/ready',
    operationId: 'getReady',
    tags: ['Service'],
    summary: 'Whether the service can do its work',
    data: z.object({ status: z.literal('ready'), timestamp: z.iso.datetime() }),
    async handle() {
      await ready()
      return { status: 'ready' as const, timestamp: now().toISOString() }
    },
  })
  return routeGroup([getHealth, getReady])
}

interface StatusDeps {
  status(): Promise<Status>
}

/** The implementation of each part, and the state of its upstream. */
export function status(deps: StatusDeps): RouteGroup {
  const getStatus = operation({
    method: 'get',
    path: '/status',
    operationId: 'getStatus',
    tags: ['Service'],
    summary: 'Which implementation serves each part, and the state of its upstream',
    data: Status,
    handle: deps.status,
  })
  return routeGroup([getStatus])
}
