import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/access/limiter.ts'
import { memoryState } from '../helper/memory-state.ts'
import { says } from '../helper/scripted-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

describe('createLimiter()', () => {
  it('a limiter admits the given number of calls in the minute from the first call on', async () => {
    let nowMs = 0
    const limiter = createLimiter({ name: 'calls', perMinute: 2, clock: () => nowMs })
    expect(await limiter.take('a')).toEqual({
      ...{ isAdmitted: true, limit: 2, remaining: 1, resetMs: 60_000 },
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

  it('a call of several is within the limit of each, and has the strictest result', async () => {
    let nowMs = 0
    const limiter = createLimiter({ name: 'calls', perMinute: 2, clock: () => nowMs })
    await limiter.take('ann')
    nowMs = 10_000
    expect(await limiter.take('home', 'ann')).toMatchObject({ remaining: 0, resetMs: 50_000 })
    expect(await limiter.take('home', 'ann')).toMatchObject({ isAdmitted: false, resetMs: 50_000 })
    const both = { isAdmitted: false, resetMs: 60_000 }
    expect(await limiter.take('home', 'ann')).toMatchObject(both)
  })

  it('a full limiter forgets the caller that was inactive longest', async () => {
    const limiter = createLimiter({ name: 'calls', perMinute: 1, clock: () => 0, maxCallers: 3 })
    for (const key of ['silent', 'busy', 'a', 'busy', 'b', 'busy', 'c']) await limiter.take(key)
    expect(await limiter.take('busy')).toMatchObject({ isAdmitted: false })
    expect(await limiter.take('silent')).toMatchObject({ isAdmitted: true })
  })
})

describe('the limiters of several processes', () => {
  function processes() {
    const clock = () => 0
    const { state: shared, ...rest } = memoryState({ clock })
    const limiter = () => createLimiter({ name: 'calls', perMinute: 10, clock, shared })
    return { ...rest, one: limiter(), other: limiter() }
  }

  it('admit as many calls as the limit together, and count an address and a caller in one trip', async () => {
    const { one, other, trips } = processes()
    const calls = Array.from({ length: 30 }, (_, at) => [one, other][at % 2]!.take('home', 'ann'))
    const admitted = (await Promise.all(calls)).filter(({ isAdmitted }) => isAdmitted)
    expect(admitted).toHaveLength(10)
    expect(trips()).toBeLessThanOrEqual(20)
  })

  it('go on from what they have seen while the state is away, and when it is back empty', async () => {
    const { one, other, leave, returnEmpty } = processes()
    const left = async (limiter: typeof one) => (await limiter.take('ann')).remaining
    for (let calls = 0; calls < 6; calls += 1) await left(one)
    expect(await left(other)).toBe(3)
    leave()
    expect([await left(other), await left(one)]).toEqual([2, 3])
    returnEmpty()
    expect([await left(other), await left(other), await left(other)]).toEqual([1, 0, 0])
    expect(await left(one)).toBe(2)
  })
})

const TOKEN = 'a-token-of-the-chat-platform'
const OTHER = 'a-token-of-somebody-else'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

function limited(perMinute: number, env: Record<string, string> = {}) {
  let clock = 0
  const { app, records } = testApp({
    env: { RATE_LIMIT_PER_MINUTE: String(perMinute), ...env },
    clock: () => clock,
  })
  const ask = (from: string, init?: RequestInit, path = '/api/top') => app.request(path, init, from)
  const pass = (ms: number) => {
    clock += ms
  }
  return { ask, pass, records }
}

function said({ headers }: Response) {
  const names = ['limit', 'remaining', 'reset']
  return names.map((name) => headers.get(`ratelimit-${name}`))
}

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('every response has the rate limit in its headers, and calls over it get 429', async () => {
    const { ask, pass } = limited(2)
    const first = await ask('203.0.113.7')
    expect([first.status, ...said(first)]).toEqual([200, '2', '1', '60'])
    expect(first.headers.get('access-control-expose-headers')).toContain('ratelimit-remaining')
    pass(10_500)
    const missing = await ask('203.0.113.7', {}, '/nowhere')
    expect([missing.status, ...said(missing)]).toEqual([404, '2', '0', '50'])
    const refused = await ask('203.0.113.7')
    expect([refused.status, ...said(refused)]).toEqual([429, '2', '0', '50'])
    expect(refused.headers.get('retry-after')).toBe('50')
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
    expect((await ask('203.0.113.8')).status).toBe(200)
  })

  it('each caller has a rate limit of its own, wherever it calls from', async () => {
    const { ask, records } = limited(2, { AGENT_TOKENS: `${TOKEN},${OTHER}` })
    await ask('203.0.113.1', bearer(TOKEN))
    expect(said(await ask('203.0.113.2', bearer(TOKEN)))).toEqual(['2', '0', '60'])
    expect((await ask('203.0.113.3', bearer(TOKEN))).status).toBe(429)
    const caller = expect.stringMatching(/^token-[0-9a-f]{10}$/)
    expect(records().at(-1)).toMatchObject({ status: 429, caller })
    expect((await ask('203.0.113.3', bearer(OTHER))).status).toBe(200)
    expect((await ask('203.0.113.3', bearer(OTHER))).status).toBe(429)
  })

  it('the health, the page and preflights have no rate limit', async () => {
    const { ask } = limited(1)
    await ask('203.0.113.7')
    for (const path of ['/health', '/']) {
      const response = await ask('203.0.113.7', {}, path)
      expect(response.status).toBeLessThan(400)
      expect(said(response)).toEqual([null, null, null])
    }
    expect((await ask('203.0.113.7', { method: 'OPTIONS' })).status).toBe(204)
  })
})

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

describe('the streams that an address has open at once', () => {
  it.each([
    [300, 50],
    [600, 100],
  ])('with a limit of %i calls a minute they are %i', async (perMinute, max) => {
    const { open, openMany } = withStreams(perMinute)
    const streams = await openMany(max, '192.0.2.1')
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    const other = await open('192.0.2.2')
    expect(other.status).toBe(200)

    await streams[0]!.body!.cancel()
    await streams[1]!.text()
    const more = await openMany(3, '192.0.2.1')
    expect(more.map(({ status }) => status)).toEqual([200, 200, 429])
    const left = [other, ...streams.slice(2), ...more.slice(0, 2)]
    await Promise.all(left.map(({ body }) => body!.cancel()))
  })

  it('are not limited where calls are not', async () => {
    const { openMany } = withStreams(0)
    const streams = await openMany(101, '127.0.0.1')
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(streams.map(({ body }) => body!.cancel()))
  })
})
