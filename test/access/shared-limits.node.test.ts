import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLeases } from '../../src/access/leases.ts'
import {
  connectRedis,
  isRedisMissing,
  type RedisServer,
  startRedis,
} from '../helper/redis-server.ts'
import { says } from '../helper/scripted-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'

/** It goes on until its reader leaves. */
const model = new MockLanguageModelV3({
  doStream: async () => ({
    stream: simulateReadableStream({ chunks: says('hello'), initialDelayInMs: 60_000 }),
  }),
})

describe.skipIf(isRedisMissing)('limits of several processes', () => {
  let redis: RedisServer
  const connections: Awaited<ReturnType<typeof connectRedis>>[] = []

  beforeAll(async () => {
    redis = await startRedis()
    for (let processes = 0; processes < 3; processes += 1) {
      connections.push(await connectRedis(redis.url))
    }
  })

  /** Another in each test. */
  let address = ''

  beforeEach(async ({ task }) => {
    await recovered()
    address = `203.0.113.${task.name.length}`
  })

  afterAll(async () => {
    for (const { state } of connections) state.close()
    await redis?.kill()
  })

  /** One app for each process. */
  const processes = (env: Record<string, string>) =>
    connections.map(({ state }) => {
      const node = { isLoopback: false, shared: state }
      const clock = () => performance.now()
      return testApp({ env, runtime: { node }, clock, parts: { model } }).app
    })

  const call = (app: ReturnType<typeof processes>[number] | undefined, token = TOKEN) =>
    app!.request('/api/top', { headers: { authorization: `Bearer ${token}` } }, address)

  const statuses = (responses: Response[]) =>
    responses.map(({ status }) => status).sort((one, other) => one - other)

  const recovered = () =>
    expect.poll(() => connections.some(({ state }) => state.status().failing)).toBe(false)

  it('calls of one caller are counted in all of them', async () => {
    const apps = processes({ RATE_LIMIT_PER_MINUTE: '10', ALLOW_PUBLIC: 'true' })
    const calls = Array.from({ length: 30 }, (_, at) => call(apps[at % apps.length]))
    expect(statuses(await Promise.all(calls))).toEqual([
      ...Array(10).fill(200),
      ...Array(20).fill(429),
    ])
    const { status, headers } = await call(apps[0])
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
      429,
      '10',
      '0',
    ])
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(50)
  })

  it('a process goes on from what it has seen when the state is away, and when it comes back empty', async () => {
    const apps = processes({ RATE_LIMIT_PER_MINUTE: '10', ALLOW_PUBLIC: 'true' })
    for (let calls = 0; calls < 6; calls += 1) await call(apps[0])
    const seen = async () => (await call(apps[1])).headers.get('ratelimit-remaining')
    expect(await seen()).toBe('3')
    redis.pause()
    expect([await seen(), await seen()]).toEqual(['2', '1'])
    redis.resume()
    redis.cli('flushall')
    await recovered()
    expect([await seen(), await seen(), await seen()]).toEqual(['0', '0', '0'])
    expect((await call(apps[0])).headers.get('ratelimit-remaining')).toBe('3')
  })

  it('failed attempts are counted in all of them, also by those that had none', async () => {
    const apps = processes({ AGENT_TOKENS: TOKEN, ALLOW_PUBLIC: 'true' })
    for (let calls = 0; calls < 60; calls += 1) await call(apps[calls % 2], 'guess')
    for (const app of apps) await expect.poll(async () => (await call(app)).status).toBe(429)
  })

  it('open streams are counted in all of them, until they end', async () => {
    const apps = processes({ RATE_LIMIT_PER_MINUTE: '300', ALLOW_PUBLIC: 'true' })
    const open = (at: number) =>
      apps[at % apps.length]!.request('/stream', post({ messages: [user('hello')] }), address)
    const streams = await Promise.all(Array.from({ length: 52 }, (_, at) => open(at)))
    expect(statuses(streams).slice(-3)).toEqual([200, 429, 429])
    const first = streams.find(({ status }) => status === 200)
    await first?.body?.cancel()
    await expect.poll(async () => (await open(1)).status).toBe(200)
    for (const { body } of streams) await body?.cancel().catch(() => {})
  })

  it('a stream of a process that died ends 30 seconds later', async () => {
    const [one, other] = connections
    await createLeases('died', one!.state).take('somebody', 1)
    expect(await createLeases('died', other!.state).take('somebody', 1)).toBeUndefined()
    const ttl = Number(redis.cli('pttl', 'launchboard:open:died:somebody'))
    expect(ttl).toBeGreaterThan(25_000)
    expect(ttl).toBeLessThanOrEqual(30_000)
  })
})
