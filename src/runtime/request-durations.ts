import type { Fields } from '../core/log.ts'

const NAME = 'launchboard_http_request_duration_seconds'
const HELP = 'Time until a response began, by mounted route, method and class of status.'

const BUCKETS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Series {
  /** How many are within each bucket and in none before it; the last have none. */
  counts: number[]
  sumMs: number
}

/**
 * A histogram of the requests in the log. It counts in plain arrays, because it does so for every
 * request: prom-client finds a series by the text of all its labels, and that takes ten times as long.
 */
export function requestDurations(routeOf: (path: string) => string) {
  const byRoute = new Map<string, Map<string, Series[]>>()

  const seriesOf = (route: string, method: string, statusClass: number) => {
    const byMethod = byRoute.get(route) ?? new Map<string, Series[]>()
    const byStatus = byMethod.get(method) ?? []
    byRoute.set(route, byMethod.set(method, byStatus))
    byStatus[statusClass] ??= { counts: [...BUCKETS_MS, 0].fill(0), sumMs: 0 }
    return byStatus[statusClass]
  }

  return {
    observe({ path, method, status, ms }: Fields) {
      const durationMs = typeof ms === 'number' ? ms : 0
      const route = routeOf(String(path))
      const label = typeof method === 'string' && METHODS.has(method) ? method : 'other'
      const statusClass = Math.floor(Number(status) / 100)
      const series = byRoute.get(route)?.get(label)?.[statusClass]
      count(series ?? seriesOf(route, label, statusClass), durationMs)
    },

    /** In the text format of Prometheus. Routes and methods need no escapes. */
    text() {
      const lines = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`]
      for (const [route, byMethod] of byRoute) {
        for (const [method, byStatus] of byMethod) {
          byStatus.forEach((series, statusClass) => {
            const labels = `route="${route}",method="${method}",status="${statusClass}xx"`
            lines.push(...samples(series, labels))
          })
        }
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function count(series: Series, durationMs: number) {
  let at = 0
  while (durationMs > (BUCKETS_MS[at] ?? Number.POSITIVE_INFINITY)) at += 1
  series.counts[at] = (series.counts[at] ?? 0) + 1
  series.sumMs += durationMs
}

function samples({ counts, sumMs }: Series, labels: string) {
  let total = 0
  const buckets = counts.map((more, at) => {
    total += more
    const bound = BUCKETS_MS[at]
    const le = bound === undefined ? '+Inf' : bound / 1000
    return `${NAME}_bucket{le="${le}",${labels}} ${total}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sumMs / 1000}`, `${NAME}_count{${labels}} ${total}`]
}
