import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type NodeProcess, runNode, startNode } from '../helper/node-process.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const authorization = `Bearer ${TOKEN}`

// Each starts a process of its own or more, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('listening where others can reach it', () => {
  it('a public address without access settings prevents the start', async () => {
    const { code, stdout, stderr } = await runNode({ HOST: '0.0.0.0', TRUST_PROXY: '' })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('AGENT_TOKENS')
    expect(stderr).toContain('ALLOW_PUBLIC=true')
  })

  it('every invalid variable is named at the start, and no value repeated', async () => {
    const wrong = { AGENT_TOKENS: 'my secret', AGENT_JWT_SECRET: 'short-secret', TRUST_PROXY: 'me' }
    const { code, stderr } = await runNode({ HOST: '0.0.0.0', ...wrong })
    expect(code).toBe(1)
    for (const name of Object.keys(wrong)) expect(stderr).toContain(name)
    for (const value of ['my secret', 'short-secret']) expect(stderr).not.toContain(value)
  })

  it('short keys prevent a public start, and are not repeated', async () => {
    const short = { AGENT_TOKENS: 'my-secret', METRICS_TOKEN: 'my-secret', TRUST_PROXY: '1' }
    const { code, stderr } = await runNode({ ...short, PLATFORM_API_KEYS: 'my-secret' })
    expect(code).toBe(1)
    for (const name of ['AGENT_TOKENS', 'METRICS_TOKEN', 'PLATFORM_API_KEYS']) {
      expect(stderr).toContain(name)
    }
    expect(stderr).not.toContain('my-secret')
  })

  it('ALLOW_PUBLIC starts a public service that limits calls', async () => {
    const service = await startNode({ HOST: '0.0.0.0', ALLOW_PUBLIC: 'true' })
    const response = await fetch(local(service, '/api/top'))
    service.child.kill('SIGKILL')
    expect(response.status).toBe(200)
    expect(response.headers.get('ratelimit-limit')).toBe('300')
  })
})

describe('listening behind a proxy', () => {
  it('a trusted proxy without access settings prevents the start', async () => {
    const { code, stderr } = await runNode({ TRUST_PROXY: '1' })
    expect(code).toBe(1)
    expect(stderr).toContain('AGENT_TOKENS')
    expect(stderr).toContain('TRUST_PROXY')
  })

  it('behind a proxy the defaults are those of a public service', async () => {
    const key = 'a-key-of-the-platform'
    const proxied = { TRUST_PROXY: '1', ALLOW_PUBLIC: 'true' }
    const service = await startNode({ ...proxied, PLATFORM_API_KEYS: key })
    const { headers } = await fetch(`${service.url}/api/top`)
    expect(headers.get('ratelimit-limit')).toBe('300')
    const agent = {
      ...{ name: 'Near', integrateWith: 'ag-ui', integrationType: 'agent' },
      integrationMeta: { baseUrl: `${service.url}/agent`, agentId: 'ranking' },
    }
    const register = { method: 'POST', headers: { apikey: key }, body: JSON.stringify(agent) }
    const response = await fetch(`${service.url}/v3/ai-agents/agents`, register)
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain('https://')
    service.child.kill('SIGKILL')

    const keyless = await startNode(proxied)
    expect(keyless.output().stderr).toBe('')
    keyless.child.kill('SIGKILL')
  })
})

describe('a service with nothing set on Node', () => {
  let service: NodeProcess
  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: 'a-key' })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  const ask = async (options: RequestOptions, body = '') =>
    (await send(service.url, options, body)).status

  it('without configuration the service answers only to local names', async () => {
    for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787']) {
      expect(await ask({ path: '/api/top', headers: { host } })).toBe(200)
    }
    for (const path of ['/api/top', '/v3/users', '/metrics', '/status', '/nowhere']) {
      const headers = { host: 'evil.example:8787', apikey: 'a-key' }
      expect(await ask({ path, headers })).toBe(403)
    }
    const headers = { host: 'evil.example:8787' }
    expect(await ask({ path: '/health', headers })).toBe(200)
    expect(await ask({ path: '/docs', headers })).toBe(200)
  })

  it('without configuration a form post from another site is rejected', async () => {
    const chat = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] })
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const user = JSON.stringify({ uid: 'eve', name: 'Eve' })
    const from = (origin: string) => ({ 'content-type': 'text/plain', origin, apikey: 'a-key' })
    for (const [path, body] of [
      ['/stream', chat],
      ['/agent', chat],
      ['/mcp', ping],
      ['/v3/users', user],
    ] as const) {
      for (const origin of ['https://evil.example', 'null']) {
        const headers = from(origin)
        expect(await ask({ method: 'POST', path, headers }, body)).toBe(403)
      }
    }
    const headers = from('http://localhost:5173')
    expect(await ask({ method: 'POST', path: '/stream', headers }, chat)).toBe(200)
    expect(await ask({ method: 'POST', path: '/v3/users', headers }, user)).toBe(200)
  })

  it('an address that tries platform keys is limited', async () => {
    const statuses = []
    for (let at = 0; at <= 60; at += 1) {
      const headers = { apikey: `guess-${at}` }
      statuses.push(await ask({ path: '/v3/users', headers, localAddress: '127.0.0.7' }))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    const late = await send(service.url, {
      ...{ path: '/v3/users', headers: { apikey: 'a-key' }, localAddress: '127.0.0.7' },
    })
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect(await ask({ path: '/v3/users', headers: { apikey: 'a-key' } })).toBe(200)
  })
})

describe('a service with a token on Node', () => {
  let service: NodeProcess
  beforeAll(async () => {
    service = await startNode({ HOST: '0.0.0.0', AGENT_TOKENS: TOKEN, RATE_LIMIT_PER_MINUTE: '5' })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('with a token only the page and the health are open', async () => {
    const page = await fetch(local(service, '/'))
    expect(page.status).toBe(200)
    for (const [, path] of (await page.text()).matchAll(/(?:src|href)="(\/assets[^"]+)"/g)) {
      expect((await fetch(local(service, path!))).status).toBe(200)
    }
    expect((await fetch(local(service, '/health'))).status).toBe(200)
    expect((await fetch(local(service, '/openapi.json'))).status).toBe(401)
    expect((await fetch(local(service, '/nowhere'))).status).toBe(401)
    expect((await fetch(local(service, '/api/top'), { headers: { authorization } })).status).toBe(
      200,
    )
  })

  it('metrics are for this machine and not for proxied callers', async () => {
    const statusOf = async (url: string, headers: Record<string, string> = {}) =>
      (await send(url, { path: '/metrics', headers })).status
    const here = local(service, '')
    expect(await statusOf(here)).toBe(200)
    expect(await statusOf(here, { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
    expect(await statusOf(here, { host: 'evil.example' })).toBe(403)
    for (const address of addressesOfOthers()) {
      const there = service.url.replace('0.0.0.0', address)
      expect(await statusOf(there, { authorization })).toBe(401)
    }
  })

  it('calls are counted by the address of the connection', async () => {
    const statusFrom = async (localAddress: string, headers: Record<string, string>) =>
      (await send(local(service, ''), { path: '/api/top', localAddress, headers })).status
    const statuses = []
    for (let call = 1; call <= 6; call += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${call}` }
      statuses.push(await statusFrom('127.0.0.2', headers))
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await statusFrom('127.0.0.3', { 'x-api-key': TOKEN })).toBe(200)
    expect(JSON.stringify(service.records())).not.toContain(TOKEN)
  })
})

/** Not by `fetch`, which names the host itself. */
function send(url: string, options: RequestOptions, body = '') {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      request({ hostname, port, ...options }, (response) => {
        response.resume()
        resolve({ status: response.statusCode, headers: response.headers })
      })
        .on('error', reject)
        .end(body)
    },
  )
}

/** By which others reach this machine, where it has such an address. */
function addressesOfOthers() {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const others = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return others.map(({ address }) => address)
}

/** Where it listens for all, it is reached on this machine. */
function local({ url }: NodeProcess, path: string) {
  return url.replace('0.0.0.0', '127.0.0.1') + path
}
