import { describe, expect, it } from 'vitest'
import { replyJson } from '../../src/http/reply.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { post, testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const METRICS_TOKEN = 'a-token-of-those-who-watch'
const KEY = 'a-key-of-the-platform'

async function service() {
  const { app } = testApp({
    env: { AGENT_TOKENS: TOKEN, METRICS_TOKEN, PLATFORM_API_KEYS: KEY },
    runtime: { database: await emptyDatabase() },
    additions: {
      metrics: { measure: (_c, next) => next(), show: async (c) => replyJson(c, 'numbers') },
    },
  })
  await app.request('/v3/users', post({ uid: 'ann', name: 'Ann' }, { apikey: KEY }))
  const signedIn = await app.request('/v3/users/ann/auth_tokens', post({}, { apikey: KEY }))
  const { data } = await signedIn.json()
  return { app, authToken: String(data.authToken) }
}

describe('keys of one kind', () => {
  it('open no route that needs another kind, wherever they are sent', async () => {
    const { app, authToken } = await service()
    const keys = [TOKEN, METRICS_TOKEN, KEY, authToken]
    const ways = ['/api/top', '/metrics', '/v3/groups'].flatMap((path) =>
      ['authorization', 'x-api-key', 'apikey', 'authToken'].flatMap((name) =>
        keys.map((key) => ({ path, name, key })),
      ),
    )
    const opened: string[] = []
    for (const { path, name, key } of ways) {
      const headers = { [name]: name === 'authorization' ? `Bearer ${key}` : key }
      const { status } = await app.request(path, { headers })
      if (status !== 401) opened.push(`${path} ${name} ${key}: ${status}`)
    }
    expect(opened).toEqual([
      `/api/top authorization ${TOKEN}: 200`,
      `/api/top x-api-key ${TOKEN}: 200`,
      `/metrics authorization ${METRICS_TOKEN}: 200`,
      `/metrics x-api-key ${METRICS_TOKEN}: 200`,
      `/v3/groups apikey ${KEY}: 200`,
      `/v3/groups authToken ${authToken}: 200`,
    ])
  })
})
