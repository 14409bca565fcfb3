import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { finish, sends, text } from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { post, user } from '../helper/test-services.ts'
import { type Answer, reply, startUpstream } from '../helper/upstream-server.ts'

const run = promisify(execFile)
const RULES = resolve('docs/operate/alerts.yaml')
const hasPrometheus = spawnSync('promtool', ['--version']).status === 0

/** Answers later than the service may take for its first text. */
const lateAnswer: Answer = (question, response) =>
  void sleep(10_500).then(() => sends(text('Loom'), finish())(question, response))

/** Blocks the process for most of the time. */
const BLOCKS = `setInterval(() => { for (const end = Date.now() + 300; Date.now() < end; ); }, 320)`

const ask = (url: string) => fetch(`${url}/stream`, post({ messages: [user('hello')] }))
const list = (url: string) => fetch(`${url}/api/top`)
/** Several requests fit between two blocks: the second scrape has to be behind one. */
const listLater = (url: string) => sleep(1_000).then(() => list(url))

interface Fault {
  alerts: string[]
  env?: (upstream: string) => Record<string, string>
  model?: Answer
  preload?: string
  use?: (url: string) => Promise<Response>
  up?: number
}

const hosted = (url: string) => ({
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${url}/v1`,
})

const FAULTS: Record<string, Fault> = {
  'a service that is well': { alerts: [] },
  'a service that is gone': { alerts: ['LaunchboardDown'], up: 0 },
  'a model that refuses': {
    alerts: ['LaunchboardErrors', 'LaunchboardRunsFail', 'LaunchboardUpstreamFails'],
    env: hosted,
    model: reply('{}', 401),
    use: (url) => fetch(`${url}/api/chat`, post({ message: 'hello' })),
  },
  'a model that refuses, before a fallback': {
    alerts: ['LaunchboardFallback', 'LaunchboardUpstreamFails'],
    env: (url) => ({ ...hosted(url), MODEL_FALLBACK: 'embedded' }),
    model: reply('{}', 401),
  },
  'a slow model': { alerts: ['LaunchboardSlowAnswers'], env: hosted, model: lateAnswer },
  'a blocked process': { alerts: ['LaunchboardEventLoopLag'], preload: BLOCKS, use: listLater },
  'callers who ask for what is not there': {
    alerts: ['LaunchboardRejects'],
    use: (url) => fetch(`${url}/api/nothing`),
  },
  'Redis that is away': {
    alerts: ['LaunchboardRedisAway'],
    // Nobody listens there.
    env: () => ({ REDIS_URL: 'redis://127.0.0.1:1' }),
  },
}

// A test environment with Prometheus: Debian's package of that name.
describe.skipIf(!hasPrometheus && !process.env.CI)('alerts.yaml', { timeout: 60_000 }, () => {
  const stops: (() => unknown)[] = []
  afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

  it('each alert is tried', async () => {
    const rules: { alert: string }[] = parse(await readFile(RULES, 'utf8')).groups[0].rules
    const tried = Object.values(FAULTS).flatMap(({ alerts }) => alerts)
    expect(new Set(tried)).toEqual(new Set(rules.map(({ alert }) => alert)))
  })

  it.for(Object.entries(FAULTS))('%s fires what names it, and no more', async ([, fault]) => {
    const service = await start(fault)
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
    const use = fault.use ?? ask
    // What is loaded for the first answer keeps the event loop for a moment, once.
    await (await use(service.url)).text()
    await metrics()
    const before = await metrics()
    await Promise.all([1, 2, 3].map(async () => (await use(service.url)).text()))
    const series = growth(before, await metrics())
    await expect(firing([...series, upSeries(fault)], fault.alerts)).resolves.toBeDefined()
  })

  it('promtool finds nothing in the names of ours', async () => {
    const { url } = await start({ alerts: [] })
    const input = await (await fetch(`${url}/metrics`)).text()
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    })
    expect(stdout + stderr).not.toContain('launchboard_')
  })

  async function start({ env, model = reply(''), preload }: Fault): Promise<NodeProcess> {
    const upstream = await startUpstream(model)
    const service = await startNode(env?.(upstream.url), { ...(preload && { preload }) })
    stops.push(upstream.stop, () => service.child.kill('SIGKILL'))
    return service
  }
})

interface Series {
  series: string
  values: string
}

/** An hour in which each sample goes on growing as it did between two scrapes. */
function growth(before: string, after: string): Series[] {
  const first = new Map(samples(before))
  return samples(after).map(([series, value]) => {
    const isCount = /_(total|count|sum|bucket)(\{|$)/.test(series)
    const step = isCount ? value - (first.get(series) ?? 0) : 0
    return { series, values: `${value}+${step}x60` }
  })
}

function samples(metrics: string): [string, number][] {
  return metrics.split('\n').flatMap((line): [string, number][] => {
    const [, series, value] =
      line.match(/^((?:launchboard|nodejs_eventloop_lag_p99)\S.*) (\S+)$/) ?? []
    return series === undefined ? [] : [[series, Number(value)]]
  })
}

function upSeries({ up = 1 }: Fault): Series {
  return { series: 'up{job="launchboard"}', values: `${up}+0x60` }
}

/** Rejects with promtool's report if other alerts fire at the end of the hour. */
async function firing(series: readonly Series[], alerts: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'alerts-'))
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: '50m',
            exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  }
  try {
    const path = join(folder, 'test.yaml')
    await writeFile(path, stringify(test))
    return await run('promtool', ['test', 'rules', path])
  } finally {
    await rm(folder, { recursive: true })
  }
}
