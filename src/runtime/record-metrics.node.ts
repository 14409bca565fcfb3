import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Fields, Observe } from '../core/log.ts'

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 300]
const STEPS = [1, 2, 3, 4, 5, 6]

/** Updates the metrics of the registry from log records. Other events are ignored. */
export function recordMetrics(registry: Registry, onRequest: (fields: Fields) => void): Observe {
  const observers = new Map<string, (fields: Fields) => void>([
    ['request', onRequest],
    ...runs(registry),
    ['tool-call', calls(registry, 'tool_call', 'tool', 'Calls of a tool')],
    ['upstream-call', calls(registry, 'upstream_call', 'upstream', 'Calls of an upstream')],
  ])
  return (event, fields) => observers.get(event)?.(fields)
}

function runs(registry: Registry): [string, (fields: Fields) => void][] {
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

/** `label` is the name of what is called, which has only a few values. */
function calls(registry: Registry, name: string, label: string, help: string) {
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
