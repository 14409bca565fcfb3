import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../../src/runtime/metrics.node.ts'
import { finish, sends, sendsThenHangs, text } from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { post, testApp, user } from '../helper/test-services.ts'
import { reply, startUpstream } from '../helper/upstream-server.ts'

function service(env: Record<string, string> = {}) {
  const metrics = createMetrics()
  const { app, lines } = testApp({
    env: { LOG_LEVEL: 'silent', ...env },
    observe: metrics.observe,
    additions: { metrics },
  })
  const request = (path: string, init?: RequestInit) => app.request(path, init, '127.0.0.1')
  const ask = async (path: string, init?: RequestInit) => (await request(path, init)).text()
  const read = async () => samples(await ask('/metrics'))
  return { request, ask, read, lines }
}

/** Each sample's value under its name and labels. */
function samples(text: string) {
  const rows = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    rows.map((line): [string, number] => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const REQUESTS = 'launchboard_http_request_duration_seconds'

function countOf(route: string, method: string, status: string) {
  return `${REQUESTS}_count{route="${route}",method="${method}",status="${status}"}`
}

describe('GET /metrics', () => {
  it('requests are counted by mounted route, and those without one together', async () => {
    const { ask, read } = service()
    for (const path of ['/api/top', '/api/top?limit=5', '/api/top?limit=abc']) await ask(path)
    for (let at = 0; at < 50; at += 1) await ask(`/wp-${at}.php?x=${at}`)
    await ask('/api/top', { method: 'DELETE' })
    await ask('/api/top', { method: 'PROPFIND' })
    const read1 = await read()
    expect(read1[countOf('/api/top', 'GET', '2xx')]).toBe(2)
    expect(read1[countOf('/api/top', 'GET', '4xx')]).toBe(1)
    expect(read1[countOf('other', 'DELETE', '4xx')]).toBe(1)
    expect(read1[countOf('other', 'other', '4xx')]).toBe(1)
    expect(read1[countOf('other', 'GET', '4xx')]).toBe(50)
    expect(JSON.stringify(read1)).not.toContain('wp-')
    expect((await read())[countOf('/metrics', 'GET', '2xx')]).toBe(1)
  })

  it('runs, their tokens and calls are counted whatever the log level', async () => {
    const { ask, read, lines } = service()
    await ask('/stream', post({ messages: [user('top 3 today')] }))
    await ask('/api/chat', post({ message: 'hello' }))
    expect(lines).toEqual([])
    const after = await read()
    expect(after).toMatchObject({
      launchboard_runs_in_flight: 0,
      'launchboard_run_duration_seconds_count{outcome="finished"}': 2,
      launchboard_run_first_text_seconds_count: 2,
      launchboard_run_steps_sum: 3,
      'launchboard_tool_call_duration_seconds_count{tool="getTopProductsByTimeframe",outcome="finished"}': 1,
    })
    expect(after['launchboard_run_tokens_total{type="input"}']).toBeGreaterThan(10)
    expect(after['launchboard_run_tokens_total{type="output"}']).toBeGreaterThan(10)
  })

  it('answers of the embedded model as a fallback are counted', async () => {
    const upstream = await startUpstream(reply('{}', 401))
    const { ask, read } = service({
      OPENAI_API_KEY: 'sk',
      OPENAI_BASE_URL: upstream.url,
      MODEL_FALLBACK: 'embedded',
    })
    expect((await read()).launchboard_model_fallbacks_total).toBe(0)
    await ask('/stream', post({ messages: [user('hello')] }))
    expect((await read()).launchboard_model_fallbacks_total).toBe(1)
    await upstream.stop()
  })

  it('runs in flight and runs whose reader left are counted', async () => {
    const upstream = await startUpstream(sendsThenHangs(text('Loom')))
    const { request, read } = service({ OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: upstream.url })
    const response = await request('/stream', post({ messages: [user('hello')] }))
    const reader = response.body!.getReader()
    await reader.read()
    expect((await read()).launchboard_runs_in_flight).toBe(1)
    await reader.cancel()
    await upstream.stop()
    expect(await read()).toMatchObject({
      launchboard_runs_in_flight: 0,
      'launchboard_run_duration_seconds_count{outcome="cancelled"}': 1,
    })
  })

  it('the tokens of the day are shown with their limit, and those that were refused', async () => {
    const upstream = await startUpstream(sends(text('Loom'), finish()))
    const hosted = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` }
    const { ask, read } = service({ ...hosted, TOKENS_PER_DAY: '10' })
    for (let asked = 0; asked < 2; asked += 1) {
      await ask('/stream', post({ messages: [user('hi')] }))
    }
    const name = 'launchboard_day_tokens'
    const shown = await read()
    expect(shown).toMatchObject({ [`${name}_limit`]: 10, [`${name}_refusals_total`]: 1 })
    expect(shown[`${name}_used`]).toBeGreaterThan(10)
    const midnight = Date.parse('2026-11-21T00:00:00Z') / 1000
    expect(shown[`${name}_reset_timestamp_seconds`]).toBe(midnight)
    await upstream.stop()
  })

  it('where only the tokens of a caller are limited, there is no metric of a limit of all', async () => {
    const upstream = await startUpstream(sends(text('Loom'), finish()))
    const hosted = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` }
    const { ask, read } = service({ ...hosted, TOKENS_PER_DAY_PER_CALLER: '10' })
    await ask('/stream', post({ messages: [user('hi')] }))
    await upstream.stop()
    const shown = await read()
    expect(shown).not.toHaveProperty('launchboard_day_tokens_limit')
    expect(shown.launchboard_day_tokens_refusals_total).toBe(0)
  })

  it('what is not configured has no metric', async () => {
    const { ask } = service()
    await ask('/stream', post({ messages: [user('hi')] }))
    expect(await ask('/metrics')).not.toMatch(/day_tokens|redis/)
  })

  it('upstream calls are counted by outcome', async () => {
    const upstream = await startUpstream(reply('{}', 401))
    const { ask, read } = service({
      OPENAI_API_KEY: 'sk',
      OPENAI_BASE_URL: upstream.url,
    })
    await ask('/api/chat', post({ message: 'hello' }))
    await upstream.stop()
    expect(await read()).toMatchObject({
      'launchboard_upstream_call_duration_seconds_count{upstream="language model",outcome="failed"}': 1,
      'launchboard_run_duration_seconds_count{outcome="failed"}': 1,
    })
  })
})

describe('GET /metrics of a process', () => {
  let node: NodeProcess
  beforeAll(async () => {
    node = await startNode()
  })
  afterAll(() => node.child.kill('SIGKILL'))

  it('metrics are in Prometheus text format with help and process metrics', async () => {
    const response = await fetch(`${node.url}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const body = await response.text()
    expect(body).toMatch(/^# HELP launchboard_runs_in_flight \w/m)
    expect(body).toMatch(/^# TYPE launchboard_http_request_duration_seconds histogram$/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('metrics do not keep the process from exiting', async () => {
    node.child.kill('SIGTERM')
    expect(await node.exited).toBe(0)
  })
})
