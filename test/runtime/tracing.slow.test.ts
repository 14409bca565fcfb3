import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finish, inTurn, sends, text, toolCall } from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { envWithKeys, KEY, quotes, SAID } from '../helper/secrets.ts'
import { post, user } from '../helper/test-services.ts'
import {
  type Answer,
  hang,
  reply,
  startUpstream,
  type Upstream,
} from '../helper/upstream-server.ts'

const TRACES = { OTEL_BSP_SCHEDULE_DELAY: '20' }

let model: Upstream
let collector: Upstream
let service: NodeProcess | undefined

beforeEach(async () => {
  model = await startUpstream(answers)
  collector = await startUpstream(reply(''))
})
afterEach(async () => {
  service?.child.kill('SIGKILL')
  await Promise.all([model.stop(), collector.stop()])
})

const answers: Answer = inTurn(
  sends(toolCall('searchProducts', `{"query":"${SAID}"}`), finish('tool_calls')),
  sends(text(`Nothing is called ${SAID}.`), finish()),
)

async function start(env: Record<string, string>) {
  const parts = { ...envWithKeys(model.url), SOURCE: 'catalogue', SEARCH: 'embedded' }
  const keys = { PLATFORM_API_KEYS: 'known' } // so that none is made, and shown
  service = await startNode({ ...parts, ...keys, LOG_LEVEL: 'info', ...TRACES, ...env })
  return service
}

async function ask({ url }: NodeProcess, ids = {}) {
  const messages = [user(`search for ${SAID}`)]
  const response = await fetch(`${url}/stream`, post({ messages, ...ids }))
  return response.text()
}

async function stop({ child, exited }: NodeProcess) {
  child.kill('SIGTERM')
  return exited
}

const sent = () => collector.questions.map(({ body }) => body).join('')

describe('traces', () => {
  it('a trace has a run with its steps and calls, and no text', async () => {
    const running = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${KEY}`,
      OTEL_SERVICE_NAME: 'board-under-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=testing',
    })
    expect(await ask(running, { thread_id: 'thread-1', run_id: 'run-1' })).toContain('"done"')
    model.answerWith(quotes(401))
    expect(await ask(running)).toContain('"error"')
    expect(await stop(running)).toBe(0)

    const [first] = collector.questions
    expect(first).toMatchObject({ method: 'POST', path: '/v1/traces' })
    expect(first?.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'x-collector-key': KEY,
    })
    for (const told of [
      ...['invoke_agent launchboard', 'chat gpt-4.1-mini', 'execute_tool searchProducts'],
      ...['gen_ai.usage.input_tokens', 'gen_ai.response.finish_reasons', 'gen_ai.tool.call.id'],
      ...['thread-1', 'run-1', 'board-under-test', 'testing', 'error.type', 'upstream-failed'],
    ]) {
      expect(sent()).toContain(told)
    }
    expect(sent()).not.toMatch(new RegExp(`${KEY}|${SAID}`))
    expect(running.output().stdout + running.output().stderr).not.toMatch(`${KEY}|${SAID}`)
  })

  it('the sampler of OTEL_TRACES_SAMPLER decides which runs are traced', async () => {
    const running = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    expect(await ask(running)).toContain('"done"')
    await stop(running)
    expect(collector.questions).toEqual([])
  })
})

it('a collector that never answers costs no answer, one record and no exit code', async () => {
  collector.answerWith(hang)
  const running = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  const failures = () => running.records().filter(({ event }) => event === 'traces-not-exported')
  expect(await ask(running)).toContain('"done"')
  await vi.waitFor(() => expect(failures()).toHaveLength(1), 20_000)
  for (let at = 0; at < 4; at += 1) expect(await ask(running)).toContain('"done"')
  expect(await stop(running)).toBe(0) // exports what is left, in vain
  expect(failures()).toMatchObject([{ level: 'warn', reason: expect.any(String) }])
})
