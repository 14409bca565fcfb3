import { describe, expect, it } from 'vitest'
import { emptyDatabase } from '../helper/test-database.ts'
import { post, testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'ping' }
const CHAT = { messages: [{ role: 'user', content: 'hi' }] }

/** As a browser sends it: what a page posts unasked is text. */
function simplePost(body: unknown, headers: Record<string, string>): RequestInit {
  return post(body, { 'content-type': 'text/plain', ...headers })
}

describe('a service without tokens', () => {
  const { app, records } = testApp()
  const statusOf = async (headers: Record<string, string>, path = '/api/top') =>
    (await app.request(path, { headers })).status

  it.each([
    [200, ['localhost', 'localhost:8787', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:8787']],
    [403, ['evil.example', 'evil.example:8787', '127.0.0.1.nip.io', 'localhost.evil.example']],
    [403, ['evil-localhost', 'localhost:8787:1', 'localhost:', '127.0.0.2', '192.168.1.4']],
    [403, ['0.0.0.0', '[::]', '::1', 'localhost, evil.example', 'localhost@evil.example', '']],
  ])('a Host other than those of this machine is refused: %i %j', async (status, hosts) => {
    for (const host of hosts) expect([host, await statusOf({ host })]).toEqual([host, status])
  })

  it.each([
    [200, ['http://localhost', 'http://localhost:5173', 'https://localhost:5173']],
    [200, ['http://127.0.0.1:3000', 'https://[::1]:8787']],
    [403, ['https://evil.example', 'http://localhost.evil.example', 'null', 'localhost', '']],
    [403, ['http://127.0.0.1.nip.io:8787', 'http://evil.example#http://localhost']],
    [403, ['ftp://localhost', 'http://localhost:8787/', 'http://localhost@evil.example']],
  ])('a page of an origin other than those of this machine is refused: %i %j', async (...row) => {
    const [status, origins] = row
    for (const origin of origins) {
      expect([origin, await statusOf({ origin })]).toEqual([origin, status])
    }
  })

  it('the answer says what to set', async () => {
    const response = await app.request('/api/top', { headers: { origin: 'https://evil.example' } })
    expect(await response.json()).toMatchObject({
      ...{ code: 'forbidden', error: expect.stringContaining('CORS_ORIGINS') },
    })
    expect(records().at(-1)).toMatchObject({ event: 'request', status: 403 })
  })

  it('pages of listed origins are accepted, but * and null list none', async () => {
    const CORS_ORIGINS = '*, null, https://a.example'
    const { app } = testApp({ env: { CORS_ORIGINS } })
    const from = async (origin: string) =>
      (await app.request('/api/top', { headers: { origin } })).status
    expect(await from('https://a.example')).toBe(200)
    expect(await from('http://localhost:5173')).toBe(200)
    for (const origin of ['http://a.example', 'https://b.example', 'null', '*']) {
      expect(await from(origin)).toBe(403)
    }
  })

  it.each([
    ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['a script', { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
    ['what is fetched in advance', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
    ['what is not said', {}],
  ])('a request embedded in a page of another site is rejected: %s', async (_name, headers) => {
    expect(await statusOf({ 'sec-fetch-site': 'cross-site', ...headers })).toBe(403)
  })

  it.each([
    ['an address that was typed in', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a link on a page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['a page of its own', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    ['a page at another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }],
    ['a program', {}],
  ])('a request that no other page embeds is accepted: %s', async (_name, headers) =>
    expect(await statusOf(headers)).toBe(200),
  )

  it('foreign requests get only the health and the page', async () => {
    const database = await emptyDatabase()
    const { app } = testApp({ env: { PLATFORM_API_KEYS: 'a-key' }, runtime: { database } })
    for (const foreign of [{ origin: 'https://evil.example' }, { host: 'evil.example' }]) {
      const headers: Record<string, string> = { apikey: 'a-key', ...foreign }
      const asked = await Promise.all([
        app.request('/stream', simplePost(CHAT, headers)),
        app.request('/agent', simplePost(CHAT, headers)),
        app.request('/api/chat', simplePost({ message: 'hi' }, headers)),
        app.request('/mcp', simplePost(MESSAGE, headers)),
        app.request('/openapi.json', { headers }),
        app.request('/status', { headers }),
        app.request('/nowhere', { headers }),
        app.request('/v3/users', { headers }),
        app.request('/v3/users', simplePost({ uid: 'eve', name: 'Eve' }, headers)),
      ])
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403))
      expect(await asked.at(-1)?.json()).toMatchObject({ error: { code: 'AUTH_ERR_NO_ACCESS' } })
      expect((await app.request('/health', { headers })).status).toBe(200)
      expect((await app.request('/', { headers })).status).toBe(200)
    }
    const users = await app.request('/v3/users', { headers: { apikey: 'a-key' } })
    expect(await users.json()).toMatchObject({ data: [] })
  })

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 varnish'],
    ['x-real-ip', '127.0.0.1'],
  ])(
    'a request that a proxy forwards is refused unless anybody may call: %s',
    async (name, text) => {
      const headers = { host: 'localhost:8787', [name]: text }
      const response = await app.request('/api/top', { headers })
      expect(response.status).toBe(403)
      const { error } = await response.json()
      expect(error).toMatch(/TRUST_PROXY and AGENT_TOKENS/)
      const open = testApp({ env: { ALLOW_PUBLIC: 'true' } })
      expect((await open.app.request('/api/top', { headers })).status).toBe(200)
    },
  )

  it('the URL decides where a request has no Host', async () => {
    const at = async (url: string) => (await app.fetch(new Request(url))).status
    expect(await at('http://127.0.0.1:8787/api/top')).toBe(200)
    expect(await at('https://launchboard.example/api/top')).toBe(403)
    expect(await at('http://localhost@evil.example/api/top').catch(() => 403)).toBe(403)
  })

  it('the address that the service listens at is accepted as Host', async () => {
    const { app } = testApp({ env: { HOST: '127.0.0.5' } })
    const to = async (host: string) => (await app.request('/api/top', { headers: { host } })).status
    expect([await to('127.0.0.5:8787'), await to('127.0.0.6:8787')]).toEqual([200, 403])
  })
})

describe('a service with tokens, or that is public', () => {
  const foreign = { host: 'launchboard.example', origin: 'https://chat.example' }

  it.each([
    ['with a token', { AGENT_TOKENS: TOKEN }],
    ['without one', { ALLOW_PUBLIC: 'true' }],
  ])('any Host and any origin are accepted: %s', async (_name, env) => {
    const { app } = testApp({ env })
    const headers = { ...foreign, 'x-api-key': TOKEN }
    expect((await app.request('/api/top', { headers })).status).toBe(200)
    expect((await app.request('/mcp', post(MESSAGE, headers))).status).toBe(200)
  })
})
