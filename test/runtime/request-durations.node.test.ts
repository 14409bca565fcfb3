import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { requestDurations } from '../../src/runtime/request-durations.ts'

const ROUTES = ['/api/top', '/v3/users/:uid', 'other']
const METHODS = ['GET', 'POST', 'PROPFIND']
const STATUSES = [200, 204, 304, 404, 503]
const SECONDS = [0, 0.001, 0.0011, 0.0025, 0.01, 0.3, 1, 9.99, 10, 10.01, 400]

it('counts the durations of requests as prom-client does', async () => {
  const registry = new Registry()
  const theirs = new Histogram({
    name: 'launchboard_http_request_duration_seconds',
    help: 'Time until a response began, by mounted route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const ours = requestDurations((path) => path)
  for (const route of ROUTES) {
    for (const method of METHODS) {
      for (const status of STATUSES) {
        for (const seconds of SECONDS) {
          ours.observe({ path: route, method, status, ms: seconds * 1000 })
          const known = method === 'PROPFIND' ? 'other' : method
          theirs.observe({ route, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
        }
      }
    }
  }
  const expected = await registry.metrics()
  expect(linesOf(ours.text())).toEqual(linesOf(expected))
})

it('explains itself before it has anything to count', () => {
  expect(requestDurations((path) => path).text()).toMatch(/^# HELP .+\n# TYPE .+ histogram\n$/)
})

/** In an order of their own, and sums without what adding in seconds or milliseconds changes. */
function linesOf(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace(/_sum\{.*\} [\d.e-]+$/, (sum) => rounded(sum)))
    .toSorted()
}

function rounded(sum: string) {
  const at = sum.lastIndexOf(' ')
  return `${sum.slice(0, at)} ${Number(sum.slice(at)).toFixed(6)}`
}
