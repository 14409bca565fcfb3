import type { Hono } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Observe } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { recordMetrics } from './record-metrics.node.ts'
import { requestDurations } from './request-durations.ts'
import { routeLabels } from './route-labels.ts'

/**
 * Prometheus metrics, derived from the log records, and `GET /metrics` to read them. Process metrics
 * start with the first read: monitoring the event loop and the garbage collector costs a tenth of the
 * throughput.
 */
export function createMetrics() {
  const registry = new Registry()
  let withProcess = false
  let routes: readonly { path: string }[] = []
  let routeOf: ((path: string) => string) | undefined

  const requests = requestDurations((path) => {
    routeOf ??= routeLabels(routes) // by the first request everything is mounted
    return routeOf(path)
  })
  const observe: Observe = recordMetrics(registry, requests.observe)

  return {
    observe,

    mount(added: Hono<Env>, app: Pick<Hono<Env>, 'routes'>) {
      routes = app.routes
      added.get('/metrics', async (c) => {
        if (!withProcess) collectDefaultMetrics({ register: registry })
        withProcess = true
        const headers = { ...c.env.headers, 'content-type': registry.contentType }
        return new Response(`${await registry.metrics()}\n${requests.text()}`, { headers })
      })
    },
  }
}
