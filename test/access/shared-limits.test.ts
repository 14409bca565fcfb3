import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { memoryState } from '../helper/memory-state.ts'
import { says } from '../helper/scripted-model.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'

/** It goes on until its reader leaves. */
const model = new MockLanguageModelV3({
  doStream: async () => ({
    stream: simulateReadableStream({ chunks: says('hello'), initialDelayInMs: 60_000 }),
  }),
})

/** Several services that share state, as processes do. */
async function processes(env: Record<string, string>, count = 3) {
  const clock = () => 0
  const shared = memoryState({ clock })
  const node = { isLoopback: false, shared: shared.state }
  const runtime = { node, database: await emptyDatabase() }
  const apps = Array.from({ length: count }, () => {
    const all = { ALLOW_PUBLIC: 'true', ...env }
    return testApp({ env: all, runtime, clock, parts: { model } }).app
  })
  const call = async (at: number, { token = TOKEN, address = '203.0.113.7' } = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await apps[at % apps.length]!.request('/api/top', { headers }, address)
    return { status: response.status, remaining: response.headers.get('ratelimit-remaining') }
  }
  const remaining = async (at: number) => (await call(at)).remaining
  const open = (at: number) =>
    apps[at % apps.length]!.request('/stream', post({ messages: [user('hello')] }), '203.0.113.7')
  return { ...shared, call, remaining, open }
}

const admitted = (responses: readonly { status: number }[]) =>
  responses.filter(({ status }) => status === 200).length

describe('limits of several processes', () => {
  it('all processes together admit as many calls as the limit, however they come', async () => {
    const { call } = await processes({ RATE_LIMIT_PER_MINUTE: '10' })
    expect(admitted(await Promise.all(Array.from({ length: 30 }, (_, at) => call(at))))).toBe(10)
    expect(await call(1)).toEqual({ status: 429, remaining: '0' })
  })

  it('an address and a caller are counted at once, each in all processes', async () => {
    const { call, trips } = await processes({ RATE_LIMIT_PER_MINUTE: '2', AGENT_TOKENS: TOKEN })
    await call(0)
    expect(trips()).toBe(1)
    await call(1, { address: '203.0.113.8' })
    expect((await call(2, { address: '203.0.113.9' })).status).toBe(429)
  })

  it('a process goes on from what it has seen while the state is away, and when it is back empty', async () => {
    const { remaining, leave, returnEmpty } = await processes({ RATE_LIMIT_PER_MINUTE: '10' })
    for (let calls = 0; calls < 6; calls += 1) await remaining(0)
    expect(await remaining(1)).toBe('3')
    leave()
    expect([await remaining(1), await remaining(0)]).toEqual(['2', '3'])
    returnEmpty()
    expect([await remaining(1), await remaining(1), await remaining(1)]).toEqual(['1', '0', '0'])
    expect(await remaining(0)).toBe('2')
  })

  it('failed attempts are counted in all processes', async () => {
    const { call } = await processes({ AGENT_TOKENS: TOKEN }, 2)
    for (let calls = 0; calls < 60; calls += 1) await call(calls, { token: 'guess' })
    expect((await call(1)).status).toBe(429)
    await call(0, { token: 'guess' })
    expect((await call(0)).status).toBe(429)
  })

  it('open streams are counted in all processes, until they end', async () => {
    const { open } = await processes({ RATE_LIMIT_PER_MINUTE: '300' })
    const streams = await Promise.all(Array.from({ length: 52 }, (_, at) => open(at)))
    expect(admitted(streams)).toBe(50)
    await streams.find(({ status }) => status === 200)?.body?.cancel()
    const next = await open(1)
    expect(next.status).toBe(200)
    for (const { body } of [...streams, next]) await body?.cancel().catch(() => {})
  })
})
