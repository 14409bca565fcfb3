import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  connectRedis,
  isRedisMissing,
  type RedisServer,
  startRedis,
} from '../helper/redis-server.ts'
import { testApp } from '../helper/test-services.ts'
import { type Answer, hang, reply, startUpstream } from '../helper/upstream-server.ts'

const POST = {
  id: '1',
  name: 'Post 1',
  tagline: 'A tagline',
  url: 'https://www.producthunt.com/posts/1',
  votesCount: 10,
  commentsCount: 2,
  createdAt: '2026-11-20T08:01:00Z',
  topics: { edges: [] },
}
const BODY = JSON.stringify({ data: { posts: { edges: [{ node: POST }] } } })
const budget = (remaining: number) => ({
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': '600',
})

const slowly =
  (answer: Answer): Answer =>
  (question, response) =>
    setTimeout(() => answer(question, response), 150)

describe.skipIf(isRedisMissing)('a live source of several processes', () => {
  let redis: RedisServer
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    redis = await startRedis()
    return redis.kill
  })

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    redis.resume()
    redis.cli('flushall')
  })

  async function processes(count: number, answer: Answer) {
    const upstream = await startUpstream(answer)
    ends.push(upstream.stop)
    const env = {
      PRODUCTHUNT_API_TOKEN: 'token',
      PRODUCTHUNT_API_URL: upstream.url,
      LOG_LEVEL: 'silent',
    }
    const start = async () => {
      const { state } = await connectRedis(redis.url, { maxWaitMs: 200 })
      ends.push(state.close)
      const runtime = { node: { isLoopback: true, shared: state } }
      const { app, services } = testApp({
        ...{ env, runtime, now: () => new Date(), clock: () => performance.now() },
      })
      const ask = async (query = '') => {
        const response = await app.request(`/api/top${query}`)
        return { status: response.status, ...(await response.json()) }
      }
      const ranking = async () => (await services.status()).ranking
      return { app, ask, ranking, state }
    }
    const all = await Promise.all(Array.from({ length: count }, start))
    return { upstream, all, start }
  }

  it('equal questions of all of them make one call, and all get its answer', async () => {
    const { upstream, all, start } = await processes(3, slowly(reply(BODY)))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => all[at % all.length]!.ask(`?limit=${1 + (at % 5)}`)),
    )
    expect(upstream.questions).toHaveLength(1)
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, posts: [{ id: '1' }], stale: false })
    }
    const late = await (await start()).ask()
    expect(late).toMatchObject({ asOf: answers[0]?.asOf, stale: false })
    expect(upstream.questions).toHaveLength(1)
  })

  it('a failure of the one call is the failure of all, and stops the calls of all', async () => {
    const rejects = reply('{}', 429, budget(0))
    const { upstream, all } = await processes(3, slowly(rejects))
    const answers = await Promise.all(all.map(({ ask }) => ask()))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const { ask, ranking } of all) {
      await expect.poll(async () => (await ranking()).pausedUntil).not.toBeNull()
      expect(await ask('?topic=AI')).toMatchObject({ status: 503 })
    }
    expect(upstream.questions).toHaveLength(1)
  })

  it('what is left of the budget is known to all, also to one that starts later', async () => {
    const { all, start } = await processes(2, reply(BODY, 200, budget(199)))
    expect(await all[0]!.ask()).toMatchObject({ status: 200 })
    for (const { ask, ranking } of [all[1]!, await start()]) {
      await expect.poll(async () => (await ranking()).budgetLeft).toBe(199)
      expect(await ask('?topic=AI')).toMatchObject({ status: 503 })
      expect(await ask()).toMatchObject({ status: 200 })
    }
  })

  it('failures of all of them open the circuit breaker of all', async () => {
    const { upstream, all } = await processes(2, reply('{}', 500))
    for (let at = 0; at < 5; at += 1) await all[at % 2]!.ask(`?topic=${at}`)
    for (const { ranking } of all) {
      await expect.poll(async () => (await ranking()).breaker).toBe('open')
    }
    expect(upstream.questions.length).toBeLessThan(8)
  })

  it('when the process that asks dies, another asks', async () => {
    const { upstream, all } = await processes(2, hang)
    const [dying, other] = all
    void dying!.ask()
    await expect.poll(() => upstream.questions.length).toBe(1)
    // Its lock is no longer renewed, and nothing is said.
    dying!.state.close()
    upstream.answerWith(reply(BODY))
    expect(await other!.ask()).toMatchObject({ status: 200, posts: [{ id: '1' }] })
    expect(upstream.questions).toHaveLength(2)
  })

  it('when the reader of the process that asks leaves, another asks at once', async () => {
    const { upstream, all } = await processes(2, hang)
    const [leaving, other] = all
    const reader = new AbortController()
    const left = leaving!.app.request('/api/top', { signal: reader.signal })
    await expect.poll(() => upstream.questions.length).toBe(1)
    const answer = other!.ask()
    upstream.answerWith(reply(BODY))
    reader.abort()
    expect(await answer).toMatchObject({ status: 200 })
    expect(upstream.questions).toHaveLength(2)
    await Promise.resolve(left).catch(() => {})
  })

  it('while Redis is stalled each process asks for itself, within 300 ms', async () => {
    const { upstream, all } = await processes(2, reply(BODY))
    redis.pause()
    const startedMs = performance.now()
    const answers = await Promise.all(all.map(({ ask }) => ask()))
    expect(performance.now() - startedMs).toBeLessThan(400)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(upstream.questions).toHaveLength(2)
  })
})
