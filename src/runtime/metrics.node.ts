import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Fields, Observe } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { responseHeaders } from '../http/reply.ts'

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 300]
const STEPS = [1, 2, 3, 4, 5, 6]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Metrics {
  measure: MiddlewareHandler<Env>
  /** Counts a request that never reached the app. */
  countInvalid(request: { method: string | undefined; status: number }): void
  /** Updates the metrics of runs and calls from their log records. Other events are ignored. */
  observe: Observe
  /** `GET /metrics`. */
  show(c: Context<Env>): Promise<Response>
}

/**
 * Metrics for Prometheus. Process metrics start with the first read: monitoring the event loop and
 * the garbage collector costs a tenth of the throughput.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  let hasProcess = false

  const requests = new Histogram({
    name: 'launchboard_http_request_duration_seconds',
    help: 'Time until a response began, by mounted route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: ANSWER_SECONDS,
    registers: [registry],
  })
  const count = (route: string, method: string, status: number, seconds: number) => {
    const known = METHODS.has(method) ? method : 'other'
    requests.observe({ route, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
  }
  const observers = new Map([
    ...runObservers(registry),
    ...sharedStateObservers(registry),
    ...tokenObservers(registry),
    ['tool-call', callObserver(registry, 'tool_call', 'tool', 'Calls of a tool')],
    ['upstream-call', callObserver(registry, 'upstream_call', 'upstream', 'Calls of an upstream')],
  ])

  return {
    async measure(c, next) {
      const started = performance.now()
      await next()
      count(routeOf(c), c.req.method, c.res.status, (performance.now() - started) / 1000)
    },

    countInvalid: ({ method = 'other', status }) => count('other', method, status, 0),

    observe: (event, fields) => observers.get(event)?.(fields),

    async show(c) {
      if (!hasProcess) collectDefaultMetrics({ register: registry })
      hasProcess = true
      const headers = responseHeaders(c, { 'content-type': registry.contentType })
      return new Response(await registry.metrics(), { headers })
    },
  }
}

/** The pattern of the route, such as `/items/:id`, or `other`, so that callers cannot create labels. */
function routeOf(c: Context<Env>) {
  return matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? 'other'
}

function runObservers(registry: Registry): [string, (fields: Fields) => void][] {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'launchboard_runs_in_flight',
    help: 'Runs in progress.',
    registers,
  })
  const durations = new Histogram({
    name: 'launchboard_run_duration_seconds',
    help: 'Length of a run, by how it ended.',
    labelNames: ['outcome'],
    buckets: RUN_SECONDS,
    registers,
  })
  const firstTexts = new Histogram({
    name: 'launchboard_run_first_text_seconds',
    help: 'Time until the first text of a run.',
    buckets: RUN_SECONDS,
    registers,
  })
  const steps = new Histogram({
    name: 'launchboard_run_steps',
    help: 'Model calls of a run.',
    buckets: STEPS,
    registers,
  })
  const tokens = new Counter({
    name: 'launchboard_run_tokens_total',
    help: 'Tokens of runs as the model counts them.',
    labelNames: ['type'],
    registers,
  })
  const fallbacks = new Counter({
    name: 'launchboard_model_fallbacks_total',
    help: 'Runs that the embedded model answered because the hosted one had failed.',
    registers,
  })

  const ended = (run: Fields) => {
    inFlight.dec()
    durations.observe({ outcome: String(run.outcome) }, number(run.ms) / 1000)
    if (run.firstTextMs !== undefined) firstTexts.observe(number(run.firstTextMs) / 1000)
    steps.observe(number(run.steps))
    tokens.inc({ type: 'input' }, number(run.inputTokens))
    tokens.inc({ type: 'output' }, number(run.outputTokens))
  }
  return [
    ['run-start', () => inFlight.inc()],
    ['run', ended],
    ['model-fallback', () => fallbacks.inc()],
  ]
}

/** A gauge without labels would be 0 before it is set: what is not configured has no metric. */
function gaugeOnceSet(registry: Registry, name: string, help: string) {
  let gauge: Gauge | undefined
  return (value: number) => {
    gauge ??= new Gauge({ name: `launchboard_${name}`, help, registers: [registry] })
    gauge.set(value)
  }
}

function tokenObservers(registry: Registry): [string, (fields: Fields) => void][] {
  const gauge = (name: string, help: string) => gaugeOnceSet(registry, `day_tokens_${name}`, help)
  const setUsed = gauge(
    'used',
    'Tokens of the hosted model that all callers have used in this UTC day.',
  )
  const setLimit = gauge('limit', 'Tokens that all callers may use in a UTC day.')
  const setReset = gauge('reset_timestamp_seconds', 'When the day of the budget ends.')
  let refusals: Counter | undefined
  const countRefusals = (count: number) => {
    refusals ??= new Counter({
      name: 'launchboard_day_tokens_refusals_total',
      help: 'Runs refused because the tokens of the day were spent.',
      registers: [registry],
    })
    refusals.inc(count)
  }
  const onUsed = ({ used, limit, resetMs }: Fields) => {
    setUsed(number(used))
    if (limit !== undefined) setLimit(number(limit))
    setReset(number(resetMs) / 1000)
    countRefusals(0)
  }
  return [
    ['tokens-used', onUsed],
    ['tokens-refused', () => countRefusals(1)],
  ]
}

function sharedStateObservers(registry: Registry): [string, () => void][] {
  const help = 'Whether Redis can be called: 1 or 0. Without it the process shares nothing.'
  const setAvailable = gaugeOnceSet(registry, 'redis_available', help)
  return [
    ['redis-available', () => setAvailable(1)],
    ['redis-away', () => setAvailable(0)],
  ]
}

/** `label` is the name of what is called, which has only a few values. */
function callObserver(registry: Registry, name: string, label: string, help: string) {
  const durations = new Histogram({
    name: `launchboard_${name}_duration_seconds`,
    help: `${help}, by how they ended.`,
    labelNames: [label, 'outcome'],
    buckets: ANSWER_SECONDS,
    registers: [registry],
  })
  return ({ [label]: called, outcome, ms }: Fields) =>
    durations.observe({ [label]: String(called), outcome: String(outcome) }, number(ms) / 1000)
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
