import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { DISCOVERY_PATHS } from '../../src/routes/discovery/discovery.ts'
import { PAGE_PATHS } from '../../src/routes/page.ts'
import { post, testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const OTHER = 'a-token-of-somebody-else'
const env = { AGENT_TOKENS: `${TOKEN}, ${OTHER}` }

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const apiKey = (token: string) => ({ headers: { 'x-api-key': token } })

describe('a service with tokens', () => {
  const { app } = testApp({ env })

  it.each([
    ['Authorization', bearer(TOKEN)],
    ['Authorization, in small letters', { headers: { authorization: `bearer ${TOKEN}` } }],
    ['X-API-Key', apiKey(TOKEN)],
    [
      'X-API-Key beside what a proxy wants',
      {
        headers: { authorization: 'Basic dTpw', 'x-api-key': TOKEN },
      },
    ],
    ['the other one', bearer(OTHER)],
  ])('a valid token is accepted: %s', async (_name, init) => {
    expect((await app.request('/api/top', init)).status).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['an empty bearer', { headers: { authorization: 'Bearer ' } }],
    ['an empty key', apiKey('')],
    ['another scheme', { headers: { authorization: `Basic ${btoa(`user:${TOKEN}`)}` } }],
    ['the token alone', { headers: { authorization: TOKEN } }],
    ['the token in the address', {}, `?access_token=${TOKEN}`],
  ])('a request without a token is 401: %s', async (_name, init, query = '') => {
    const response = await app.request(`/api/top${query}`, init)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="launchboard"')
    const body = await response.json()
    expect(body).toEqual({
      error: expect.any(String),
      code: 'unauthenticated',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it.each([
    ['another', bearer('another')],
    ['the beginning', bearer(TOKEN.slice(0, -1))],
    ['more', bearer(`${TOKEN}a`)],
    ['another case', bearer(TOKEN.toUpperCase())],
    ['both in one', bearer(env.AGENT_TOKENS)],
    ['a key', apiKey('another')],
    ['a huge one', bearer('x'.repeat(100_000))],
    ['what begins with a good one and is huge', bearer(TOKEN + 'x'.repeat(100_000))],
    ['the shape of a JWT', bearer('eyJhbGciOiJub25lIn0.e30.')],
  ])('an invalid token is 401: %s', async (_name, init) => {
    const response = await app.request('/api/top', init)
    expect(response.status).toBe(401)
    const challenge = 'Bearer realm="launchboard", error="invalid_token"'
    expect(response.headers.get('www-authenticate')).toBe(challenge)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  it('without a token only the probes and the page are served', async () => {
    const { services } = testApp({ env })
    const files = ['/docs', '/assets/*', '/products/:id', '/products/:id/badge.svg']
    const open = [
      ...PAGE_PATHS,
      ...files,
      '/health',
      '/ready',
      '/.well-known/*',
      ...DISCOVERY_PATHS,
    ]
    const { fetch, routes } = createApp(services, {
      page: {
        show: async (c, status) => c.html('the page', status),
        mount(routes) {
          for (const path of ['/docs', '/assets/*']) routes.use(path, async (c) => c.text('a file'))
        },
      },
      metrics: { measure: (_c, next) => next(), show: async (c) => c.text('numbers') },
    })
    const allowed = (path: string) => {
      if (open.includes(path)) return [200, 302, 404, 405]
      if (path.startsWith('/v3/')) return [401, 503] // by its own keys
      // GET and HEAD by the key in the address.
      return path.startsWith('/api/watches/feed.') ? [400, 401] : [401]
    }
    const paths = [...new Set(routes.map(({ path }) => path))]
    expect(paths).toEqual(expect.arrayContaining([...open, '/api/top', '/stream', '/metrics']))
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
        const address = path.replace('*', 'docs.js').replace(/:\w+/g, 'any')
        const request = new Request(`http://localhost${address}`, { method })
        const { status } = await fetch(request, {})
        expect(allowed(path), `${method} ${path}`).toContain(status)
      }
    }
  })

  it.each([
    '//api/top',
    '/api/top/',
    '/%61pi/top',
    '/API/TOP',
    '/health/../api/top',
    '/health%2f..%2fapi/top',
    '/health/api/top',
    '/healthy',
    '/docs/../status',
  ])('another spelling of a path needs a token too: %s', async (path) => {
    expect((await app.request(path)).status).toBe(401)
  })

  it('a preflight needs no token', async () => {
    const headers = {
      origin: 'https://chat.example',
      'access-control-request-headers': 'authorization',
    }
    const response = await app.request('/stream', { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization')
  })

  it('responses to callers with a token must not be cached', async () => {
    const { headers } = bearer(TOKEN)
    const kept = async (path: string, init: RequestInit) => {
      const response = await app.request(path, init)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      return response.headers.get('cache-control')
    }
    for (const path of ['/api/top', '/status', '/nowhere', '/openapi.json']) {
      expect(await kept(path, bearer(TOKEN))).toBe('private, no-store')
      expect(await kept(path, {})).toBe('private, no-store')
    }
    expect(await kept('/health', {})).toBeNull()
    const body = { messages: [{ role: 'user', content: 'hi' }] }
    expect(await kept('/stream', post(body, headers))).toBe('no-cache, no-transform')
  })

  it('OpenAPI has the security schemes, and the operations that need none', async () => {
    const document = await (await app.request('/openapi.json', bearer(TOKEN))).json()
    expect(document.components.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    })
    expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }])
    expect(document.paths['/health'].get.security).toEqual([])
    expect(document.paths['/api/top'].get).not.toHaveProperty('security')
  })
})

describe('a service with nothing set', () => {
  it('without tokens callers are neither identified nor counted', async () => {
    const { app, records } = testApp()
    const response = await app.request('/api/top', bearer('anything'))
    expect(response.status).toBe(200)
    const names = [...response.headers.keys()].filter((name) => !name.startsWith('access-control'))
    expect(names.sort()).toEqual(['content-type', 'vary', 'x-content-type-options', 'x-request-id'])
    expect(records().at(-1)).not.toHaveProperty('caller')
    const document = await (await app.request('/openapi.json')).json()
    expect(document.security).toEqual([{}, { bearer: [] }, { apiKey: [] }])
  })
})
