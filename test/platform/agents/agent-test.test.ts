import { describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { agentDetails, WAVE, waving } from '../answers/chat.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'

const TEST = '/v3/ai-agents/agents/test'
const answers = (...lines: unknown[]) => answering([bytesOf(linesOf(...lines))], NDJSON)
const HELLO = [{ type: 'text_delta', content: 'Hello' }, { type: 'done' }]

async function tried(
  agentFetch: GuardedFetch,
  body: object = { uid: 'helper' },
  agent: object = {},
) {
  const { call } = await testPlatform({ parts: { agentFetch } })
  await call('POST', '/v3/ai-agents/tools', { body: WAVE })
  await call('POST', '/v3/ai-agents/agents', { body: agentDetails(agent) })
  const { status, body: received } = await call('POST', TEST, { body })
  if (status !== 200) throw new Error(JSON.stringify(received))
  return received.data
}

describe('POST /v3/ai-agents/agents/test', () => {
  it('testing a registered agent asks it once and reports its answer', async () => {
    const asked: string[] = []
    const fetch: GuardedFetch = (url, request) => {
      asked.push(JSON.parse(request.body).messages[0].content)
      return answers(...HELLO)(url, request)
    }
    const test = await tried(fetch, { uid: 'helper', question: 'Who?' }, { actions: ['wave'] })
    expect(test).toMatchObject({
      ...{ status: 200, text: 'Hello', failure: null, toolCalls: [] },
      durationMs: expect.any(Number),
    })
    expect(test.verdict.outcome).toBe('passed')
    expect(asked).toEqual(['Who?'])
  })

  it('an agent can be tested before it is registered', async () => {
    const { uid: _uid, ...agent } = agentDetails()
    // A response of the runtime, not a copy of its fields.
    const headers = { 'content-type': NDJSON }
    const test = await tried(async () => new Response(linesOf(...HELLO), { headers }), agent)
    expect(test).toMatchObject({ text: 'Hello', status: 200 })
  })

  it('a test works for a disabled agent and reports unregistered actions', async () => {
    const unknown = await tried(answers(...waving()), { uid: 'helper' }, { isActive: false })
    expect(unknown.toolCalls).toEqual([{ toolCallId: 'c1', toolName: 'wave', fault: null }])
    expect(unknown.verdict).toMatchObject({ outcome: 'failed' })
    expect(unknown.verdict.text).toContain('not registered: wave')
    const given = await tried(answers(...waving()), { uid: 'helper' }, { actions: ['wave'] })
    expect(given.verdict.outcome).toBe('passed')
    const result = { type: 'tool_result', tool_call_id: 'c1', tool_name: 'wave', result: 1 }
    const own = await tried(answers(...waving().slice(0, -1), result, { type: 'done' }))
    expect(own.verdict.outcome).toBe('passed')
  })

  it('a test reports calls that never end and calls with invalid arguments', async () => {
    const actions = { actions: ['wave'] }
    const [, start, args, , ...rest] = waving()
    const unclosed = await tried(answers(start, args, ...rest), { uid: 'helper' }, actions)
    expect(unclosed.toolCalls).toEqual([
      { toolCallId: 'c1', toolName: 'wave', fault: null, isUnclosed: true },
    ])
    expect(unclosed.verdict).toMatchObject({ outcome: 'warning' })
    expect(unclosed.verdict.nextStep).toContain('closes a call')

    const half = { ...args, args: '{"times":' }
    const faulty = await tried(answers(start, half, ...rest), { uid: 'helper' }, actions)
    expect(faulty.verdict).toMatchObject({ outcome: 'failed' })
    expect(faulty.verdict.text).toContain('The call of wave')
  })

  it('a test shows the raw answer with the secrets masked', async () => {
    const headers = { Authorization: 'Bearer agent-secret-123' }
    const integrationMeta = { ...agentDetails().integrationMeta, headers }
    const error = { type: 'error', message: 'No key\nagent-secret-123\u001b[2J here' }
    const received = await tried(answers(HELLO[0], error), { uid: 'helper' }, { integrationMeta })
    expect(received.frames).toHaveLength(2)
    expect(received.frames[0]).toBe(JSON.stringify(HELLO[0]))
    expect(received.failure).toMatchObject({
      code: 'agent-failed',
      agentMessage: 'No key ••• [2J here',
    })
    expect(JSON.stringify(received)).not.toContain('agent-secret-123')

    const long = Array.from({ length: 300 }, () => ({ type: 'noise', content: 'x'.repeat(5_000) }))
    const { frames } = await tried(answers(...long, ...HELLO))
    expect(frames).toHaveLength(100)
    expect(Math.max(...frames.map((frame: string) => frame.length))).toBe(1_000)
  })

  it('a test shows the body of an error response up to a limit', async () => {
    const body = bytesOf(`{"detail":"no such model"}${' '.repeat(5_000)}`)
    async function* pieces() {
      yield body
    }
    const refusing: GuardedFetch = async () => ({
      ...{ status: 422, headers: new Headers(), body: pieces() },
    })
    const { failure } = await tried(refusing)
    expect(failure).toMatchObject({ code: 'refused', agentMessage: '{"detail":"no such model"}' })
  })

  it('a test reports why the agent cannot be reached', async () => {
    const broken: GuardedFetch = () => Promise.reject(new TypeError('secret'))
    const unreachable = await tried(broken)
    expect(unreachable).toMatchObject({ failure: { code: 'unreachable' } })
    expect(unreachable).not.toHaveProperty('status')
    expect(JSON.stringify(unreachable)).not.toContain('secret')

    const failing: GuardedFetch = async () => ({ status: 503, headers: new Headers(), body: null })
    const failed = await tried(failing)
    expect(failed.status).toBe(503)
    expect(failed.verdict).toMatchObject({ outcome: 'failed' })

    const cut = await tried(answers(HELLO[0]))
    expect(cut).toMatchObject({ text: 'Hello', failure: { code: 'cut-short' } })
    expect(cut.verdict).toMatchObject({ outcome: 'failed' })
  })

  it.each([
    ['ag-ui', 'text/event-stream', 'data: {"type":"RUN_STARTED","runId":"r","threadId":"t"}\n\n'],
    ['vercelV5', 'text/event-stream', 'data: {"type":"start"}\n\n'],
    ['rasa', 'application/json', '[{"recipient_id":"u","text":"Hi"}]'],
    ['mastra', 'text/html', '{"text":"Hi","usage":{}}'],
    [undefined, 'text/html', '<!doctype html><title>Welcome</title>'],
    [undefined, NDJSON, linesOf(HELLO[0])],
  ])('an answer in another format looks like %s', async (kind, type, text) => {
    const test = await tried(answering([bytesOf(text)], type))
    expect([test.looksLike, test.failure !== null]).toEqual([kind, true])
  })

  it('an agent on this machine passes, and its test says that it is not public', async () => {
    const { call } = await testPlatform({
      env: { ALLOW_LOCAL_AGENTS: 'true' },
      parts: { agentFetch: answers(...HELLO) },
    })
    const body = agentDetails({}, { baseUrl: 'http://127.0.0.1:1/' })
    const { verdict } = (await call('POST', TEST, { body: { ...body, uid: undefined } })).body.data
    expect(verdict).toMatchObject({ outcome: 'passed' })
    expect(verdict.nextStep).toContain('not public')
  })

  const refusing = (status: number) => async () => ({ status, headers: new Headers(), body: null })
  const page = answering([bytesOf('<!doctype html>')], 'text/html')
  it.each<[string, GuardedFetch, object, string, string | undefined]>([
    [
      'a 400',
      refusing(400),
      {},
      'The agent rejected the request with status 400.',
      'It expects another request: check the provider, and the id of the agent.',
    ],
    [
      'a 405 of Rasa',
      refusing(405),
      { integrateWith: 'rasa' },
      'The agent rejected the request with status 405.',
      'Rasa answers at /webhooks/rest/webhook: enter https://agent.example.com/webhooks/rest/webhook as the Deployment URL.',
    ],
    [
      'a 404 of Mastra (legacy) at its bare address',
      refusing(404),
      { integrateWith: 'mastra-legacy' },
      'The agent rejected the request with status 404.',
      'Mastra (legacy) answers at /api/agents/helper/generate-legacy or /api/agents/helper/generate: enter https://agent.example.com/api/agents/helper/generate-legacy as the Deployment URL.',
    ],
    [
      'a 405 without a known route',
      refusing(405),
      {},
      'The agent rejected the request with status 405.',
      'This path takes no POST requests. Check the path of the Deployment URL.',
    ],
    [
      'the page of Mastra',
      page,
      { integrateWith: 'mastra' },
      'The agent answers in another format.',
      'Mastra answers at /api/agents/helper/generate: enter https://agent.example.com/api/agents/helper/generate as the Deployment URL.',
    ],
    [
      'a UI message stream that AG-UI passes over',
      answering([bytesOf('data: {"type":"start"}\n\ndata: [DONE]\n\n')], 'text/event-stream'),
      { integrateWith: 'ag-ui' },
      'This looks like Vercel AI SDK 5.',
      'Choose Vercel AI SDK 5 as the provider.',
    ],
    [
      'AG-UI events',
      answering([bytesOf('data: {"type":"RUN_STARTED"}\n\n')], 'text/event-stream'),
      {},
      'This looks like AG-UI.',
      'Choose AG-UI as the provider.',
    ],
    [
      'its answer',
      answers(...HELLO),
      {},
      expect.stringMatching(/^It works: answered in \d\.\d s\.$/),
      undefined,
    ],
  ])(
    'a verdict says what %s means, and what to do',
    async (_name, fetch, agent, text, nextStep) => {
      const { verdict } = await tried(fetch, { uid: 'helper' }, agent)
      expect(verdict.text).toEqual(text)
      expect(verdict.nextStep).toBe(nextStep)
    },
  )

  it('the last verdict is stored with an agent as it is registered, until that changes', async () => {
    const { call } = await testPlatform({ parts: { agentFetch: answers(...HELLO) } })
    await call('POST', '/v3/ai-agents/agents', { body: agentDetails() })
    const path = '/v3/ai-agents/agents/helper'
    const lastTest = async () => (await call('GET', path)).body.data.lastTest
    await call('POST', TEST, { body: { uid: 'helper', integrationMeta: { agentId: 'another' } } })
    expect(await lastTest()).toBeUndefined()
    const { body } = await call('POST', TEST, { body: { ...agentDetails(), name: undefined } })
    expect(await lastTest()).toEqual(body.data.verdict)
    await call('PATCH', path, { body: { isActive: true } })
    expect(await lastTest()).toMatchObject({ outcome: 'passed' })
    await call('PATCH', path, { body: { integrationMeta: { agentId: 'another' } } })
    expect(await lastTest()).toBeUndefined()
  })

  it('a test request that is invalid is an error', async () => {
    const { call } = await testPlatform()
    const code = async (body: unknown) => (await call('POST', TEST, { body })).body.error.code
    expect(await code({ uid: 'nobody' })).toBe('ERR_AGENT_NOT_FOUND')
    expect(await code({})).toBe('ERR_BAD_REQUEST')
    expect(await code({ ...agentDetails(), uid: 'x', integrateWith: 'ag2' })).toBe(
      'ERR_BAD_REQUEST',
    )
    const local = agentDetails({}, { baseUrl: 'http://127.0.0.1:1/' })
    expect(await code(local)).toBe('ERR_BAD_REQUEST')
  })
})
