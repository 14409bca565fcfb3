import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/access/limiter.ts'
import { says } from '../helper/scripted-model.ts'
import { NOW, post, testApp, user } from '../helper/test-services.ts'

describe('createLimiter()', () => {
  it('a limiter admits the given number of calls in the minute from the first call on', async () => {
    let nowMs = 0
    const limiter = createLimiter({ name: 'calls', perMinute: 2, clock: () => nowMs })
    expect(await limiter.take('a')).toEqual({
      isAdmitted: true,
      limit: 2,
      remaining: 1,
      resetMs: 60_000,
    })
    nowMs = 20_000
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: true, remaining: 0 })
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: false, resetMs: 40_000 })
    expect(await limiter.take('b')).toMatchObject({ isAdmitted: true })
    nowMs = 59_999
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: false, resetMs: 1 })
    nowMs = 60_000
    expect(await limiter.take('a')).toMatchObject({ isAdmitted: true, remaining: 1 })
  })

  it('a full limiter forgets the caller that was inactive longest', async () => {
    const limiter = createLimiter({ name: 'calls', perMinute: 1, clock: () => 0, maxCallers: 3 })
    for (const key of ['silent', 'busy', 'a', 'busy', 'b', 'busy', 'c']) await limiter.take(key)
    expect(await limiter.take('busy')).toMatchObject({ isAdmitted: false })
    expect(await limiter.take('silent')).toMatchObject({ isAdmitted: true })
  })
})

const TOKEN = 'a-token-of-the-chat-platform'
const OTHER = 'a-token-of-somebody-else'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

function limited(perMinute: number, env: Record<string, string> = {}) {
  let now = NOW
  let clock = 0
  const { app, records } = testApp({
    env: { RATE_LIMIT_PER_MINUTE: String(perMinute), ...env },
    now: () => now,
    clock: () => clock,
  })
  const ask = async (from: string, init?: RequestInit, path = '/api/top') =>
    app.request(path, init, from)
  const pass = (ms: number) => {
    turn(ms)
    clock += ms
  }
  /** Somebody turns the wall clock, and no time passes. */
  const turn = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { ask, pass, turn, records }
}

function said({ headers }: Response) {
  const names = ['limit', 'remaining', 'reset']
  return names.map((name) => headers.get(`ratelimit-${name}`))
}

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('every response has the rate limit in its headers, and calls over it get 429', async () => {
    const { ask, pass } = limited(2)
    const first = await ask('203.0.113.7')
    expect(first.status).toBe(200)
    expect(said(first)).toEqual(['2', '1', '60'])
    expect(first.headers.get('access-control-expose-headers')).toContain('ratelimit-remaining')
    pass(10_500)
    const missing = await ask('203.0.113.7', {}, '/nowhere')
    expect(missing.status).toBe(404)
    expect(said(missing)).toEqual(['2', '0', '50'])

    const refused = await ask('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(said(refused)).toEqual(['2', '0', '50'])
    expect(refused.headers.get('retry-after')).toBe('50')
    expect(await refused.json()).toEqual({
      error: expect.any(String),
      code: 'rate-limited',
      requestId: refused.headers.get('x-request-id'),
    })

    pass(49_500)
    expect((await ask('203.0.113.7')).status).toBe(200)
  })

  it('the rate limit is counted over a minute, even when the wall clock is changed', async () => {
    const { ask, pass, turn } = limited(1)
    await ask('203.0.113.7')
    turn(-3_600_000)
    expect(said(await ask('203.0.113.7'))).toEqual(['1', '0', '60'])
    turn(86_400_000)
    expect((await ask('203.0.113.7')).status).toBe(429)
    pass(60_000)
    expect((await ask('203.0.113.7')).status).toBe(200)
  })

  it('all addresses of one IPv6 network share a rate limit', async () => {
    const { ask } = limited(1)
    expect((await ask('2001:db8:1:2::1')).status).toBe(200)
    expect((await ask('2001:db8:1:2:3:4:5:6')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).toBe(200)
  })

  it('each caller has a rate limit of its own, wherever it calls from', async () => {
    const { ask, records } = limited(2, { AGENT_TOKENS: `${TOKEN},${OTHER}` })
    expect(said(await ask('203.0.113.1', bearer(TOKEN)))).toEqual(['2', '1', '60'])
    expect(said(await ask('203.0.113.2', bearer(TOKEN)))).toEqual(['2', '0', '60'])
    expect((await ask('203.0.113.3', bearer(TOKEN))).status).toBe(429)
    expect(records().at(-1)).toMatchObject({
      status: 429,
      caller: expect.stringMatching(/^token-[0-9a-f]{10}$/),
    })
    expect((await ask('203.0.113.3', bearer(OTHER))).status).toBe(200)
    expect((await ask('203.0.113.3', bearer(OTHER))).status).toBe(429)
  })

  it('the health and the page have no rate limit', async () => {
    const { ask } = limited(1)
    await ask('203.0.113.7')
    for (const path of ['/health', '/']) {
      const response = await ask('203.0.113.7', {}, path)
      expect(response.status).toBeLessThan(400)
      expect(said(response)).toEqual([null, null, null])
    }
    expect((await ask('203.0.113.7', { method: 'OPTIONS' })).status).toBe(204)
    expect((await ask('203.0.113.7')).status).toBe(429)
  })

  it('a forwarded address counts only behind a trusted proxy', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const open = limited(1)
    expect((await open.ask('10.0.0.1', from('203.0.113.7'))).status).toBe(200)
    expect((await open.ask('10.0.0.1', from('203.0.113.8'))).status).toBe(429)

    const behind = limited(1, { TRUST_PROXY: '10.0.0.0/8', ALLOW_PUBLIC: 'true' })
    expect((await behind.ask('10.0.0.1', from('203.0.113.7'))).status).toBe(200)
    expect((await behind.ask('10.0.0.1', from('203.0.113.8'))).status).toBe(200)
    expect((await behind.ask('10.0.0.2', from('1.1.1.1, 203.0.113.7'))).status).toBe(429)
  })
})

const MAX_STREAMS = 50

/** A run that is over at once is sent whole and is not an open stream. */
const slowModel = new MockLanguageModelV3({
  doStream: async () => ({
    stream: simulateReadableStream({ chunks: says('hello'), initialDelayInMs: 1 }),
  }),
})

function withStreams(perMinute: number) {
  const env = { RATE_LIMIT_PER_MINUTE: String(perMinute) }
  const { app } = testApp({ env, parts: { model: slowModel } })
  const open = (from: string) => app.request('/stream', post({ messages: [user('hello')] }), from)
  const openMany = (count: number, from: string) =>
    Promise.all(Array.from({ length: count }, () => open(from)))
  return { open, openMany }
}

describe('open streams with a rate limit', () => {
  it('a rate limit also limits the streams that an address has open at once', async () => {
    const { open, openMany } = withStreams(300)
    const streams = await openMany(MAX_STREAMS, '192.0.2.1')
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused.json()).code).toBe('rate-limited')
    const other = await open('192.0.2.2')
    expect(other.status).toBe(200)

    await streams[0]!.body!.cancel()
    await streams[1]!.text()
    const more = await openMany(3, '192.0.2.1')
    expect(more.map(({ status }) => status)).toEqual([200, 200, 429])
    const left = [other, ...streams.slice(2), ...more.slice(0, 2)]
    await Promise.all(left.map(({ body }) => body!.cancel()))
  })
})

describe('open streams without a rate limit', () => {
  it('without a rate limit there is no limit of streams', async () => {
    const { openMany } = withStreams(0)
    const streams = await openMany(2 * MAX_STREAMS, '127.0.0.1')
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(streams.map(({ body }) => body!.cancel()))
  })
})
