import { describe, expect, it } from 'vitest'
import { emptyDatabase } from '../helper/test-database.ts'
import { testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const KEY = 'a-key-of-the-platform'
const MINUTE_MS = 60_000
const MAX_FAILURES = 60

async function service(env: Record<string, string> = {}) {
  let clock = 0
  const { app } = testApp({
    env: { AGENT_TOKENS: TOKEN, PLATFORM_API_KEYS: `${KEY}, other:authOnly`, ...env },
    clock: () => clock,
    runtime: { database: await emptyDatabase() },
  })
  const api = (token: string | undefined, from = '203.0.113.7') =>
    app.request('/api/top', token ? { headers: { 'x-api-key': token } } : {}, from)
  const v3 = (apikey: string | undefined, from = '203.0.113.7') =>
    app.request('/v3/users', apikey ? { headers: { apikey } } : {}, from)
  const pass = (ms: number) => {
    clock += ms
  }
  return { app, api, v3, pass }
}

async function times(count: number, ask: (at: number) => Promise<Response>) {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push((await ask(at)).status)
  return statuses
}

const ALL_401 = Array.from({ length: MAX_FAILURES }, () => 401)

describe('an address that guesses tokens', () => {
  it('after 60 failed tokens a minute an address gets 429, whatever it sends', async () => {
    const { api, pass } = await service()
    expect(await times(2, () => api(TOKEN))).toEqual([200, 200])
    expect(await times(MAX_FAILURES, (at) => api(at % 2 ? undefined : `guess-${at}`))).toEqual(
      ALL_401,
    )
    pass(20_500)
    for (const token of ['guess', undefined, TOKEN]) {
      const response = await api(token)
      expect(response.status).toBe(429)
      expect(response.headers.get('retry-after')).toBe('40')
      expect(await response.json()).toMatchObject({ code: 'rate-limited' })
    }
    expect((await api(TOKEN, '203.0.113.8')).status).toBe(200)
    pass(MINUTE_MS)
    expect((await api(TOKEN)).status).toBe(200)
  })

  it('failed attempts are counted per IPv6 network, and per client behind a trusted proxy', async () => {
    const { api } = await service()
    await times(MAX_FAILURES, (at) => api('guess', `2001:db8:1:2::${at}`))
    expect((await api(TOKEN, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await api(TOKEN, '2001:db8:1:3::1')).status).toBe(200)

    const { app } = await service({ TRUST_PROXY: '1', PLATFORM_API_KEYS: '' })
    const from = (address: string, token: string) => {
      const headers = { 'x-forwarded-for': `9.9.9.9, ${address}`, 'x-api-key': token }
      return app.request('/api/top', { headers }, '10.0.0.1')
    }
    await times(MAX_FAILURES, () => from('203.0.113.7', 'guess'))
    expect((await from('203.0.113.7', TOKEN)).status).toBe(429)
    expect((await from('203.0.113.8', TOKEN)).status).toBe(200)
  })
})

describe('an address that guesses API keys of the chat platform', () => {
  it('after 60 failed API keys a minute an address gets 429 in the envelope of the platform', async () => {
    const { v3, pass } = await service()
    expect(await times(MAX_FAILURES, (at) => v3(at % 2 ? undefined : `guess-${at}`))).toEqual(
      ALL_401,
    )
    for (const key of ['guess', undefined, KEY]) {
      const response = await v3(key)
      expect(response.status).toBe(429)
      expect(response.headers.get('retry-after')).toBe('60')
      expect(await response.json()).toMatchObject({ error: { code: 'ERR_TOO_MANY_REQUESTS' } })
    }
    expect((await v3(KEY, '203.0.113.8')).status).toBe(200)
    pass(MINUTE_MS)
    expect((await v3(KEY)).status).toBe(200)
  })

  it('failed tokens and API keys are counted together', async () => {
    const { api, v3 } = await service()
    await times(MAX_FAILURES / 2, () => api('guess'))
    await times(MAX_FAILURES / 2, () => v3('guess'))
    expect((await api(TOKEN)).status).toBe(429)
    expect((await v3(KEY)).status).toBe(429)
  })

  it('a valid key without the scope is not a failed attempt', async () => {
    const { v3 } = await service()
    expect(new Set(await times(MAX_FAILURES + 1, () => v3('other')))).toEqual(new Set([403]))
  })
})

describe('the limit of calls a minute', () => {
  it('guessed tokens count towards the limit, which /v3 shares', async () => {
    const { api, v3 } = await service({ RATE_LIMIT_PER_MINUTE: '3' })
    expect(await times(3, (at) => api(`guess-${at}`))).toEqual([401, 401, 401])
    expect((await api(TOKEN)).status).toBe(429)
    expect((await v3('guess')).status).toBe(429)
    expect((await api(TOKEN, '203.0.113.8')).status).toBe(200)
  })

  it('under /v3 the rate limit holds only for callers without a valid key', async () => {
    const { v3, pass } = await service({ RATE_LIMIT_PER_MINUTE: '3' })
    expect(await times(4, () => v3('guess'))).toEqual([401, 401, 401, 429])
    const refused = await v3(undefined)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await times(10, () => v3(KEY))).toEqual(Array.from({ length: 10 }, () => 200))
    pass(MINUTE_MS)
    expect((await v3('guess')).status).toBe(401)
  })
})
