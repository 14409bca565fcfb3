import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  connectRedis,
  isRedisMissing,
  type RedisServer,
  startRedis,
} from '../helper/redis-server.ts'
import { testApp } from '../helper/test-services.ts'
import { reply, startUpstream } from '../helper/upstream-server.ts'

const BODY = JSON.stringify({ data: { posts: { edges: [{ node: { id: '1', name: 'One' } }] } } })

let redis: RedisServer
beforeAll(async () => {
  if (isRedisMissing) return
  redis = await startRedis()
})
afterAll(() => redis?.kill())

it.skipIf(isRedisMissing)(
  'processes share answers and pauses of a source through Redis, whose keys tell no token',
  async () => {
    const upstream = await startUpstream(reply(BODY))
    const states = [await connectRedis(redis.url), await connectRedis(redis.url)]
    const ask = states.map(({ state }) => {
      const env = { PRODUCTHUNT_API_TOKEN: 'secret-token', PRODUCTHUNT_API_URL: upstream.url }
      const runtime = { node: { isLoopback: true, shared: state } }
      const { app } = testApp({ env, runtime, now: () => new Date() })
      return (path: string) => app.request(path)
    })
    try {
      const [one, other] = [ask[0]!, ask[1]!]
      const first = await (await one('/api/top')).json()
      await expect.poll(() => redis.cli('keys', '*')).toContain('answer')
      expect(await (await other('/api/top')).json()).toEqual(first)
      expect(upstream.questions).toHaveLength(1)
      expect(redis.cli('keys', '*')).not.toContain('secret-token')

      upstream.answerWith(reply('{}', 429, { 'retry-after': '60' }))
      await one('/api/top-week')
      await expect.poll(() => redis.cli('keys', '*')).toContain('pause')
      const refused = await other('/api/top-range')
      expect([refused.status, upstream.questions.length]).toEqual([503, 2])
    } finally {
      for (const { state } of states) state.close()
      await upstream.stop()
    }
  },
)
