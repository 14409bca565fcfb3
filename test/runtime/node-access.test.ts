import { type RequestOptions, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const authorization = `Bearer ${TOKEN}`

// Each starts a process of its own or more, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('listening where others can reach it', () => {
  it('ALLOW_PUBLIC starts a public service that limits calls', async () => {
    const service = await startNode({ HOST: '0.0.0.0', ALLOW_PUBLIC: 'true' })
    const response = await fetch(local(service, '/api/top'))
    service.child.kill('SIGKILL')
    expect(response.status).toBe(200)
    expect(response.headers.get('ratelimit-limit')).toBe('300')
  })
})

describe('a service with nothing set on Node', () => {
  let service: NodeProcess
  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: 'a-key' })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  const ask = async (options: RequestOptions) => (await send(service.url, options)).status

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
function send(url: string, options: RequestOptions) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number | undefined }>((resolve, reject) => {
    request({ hostname, port, ...options }, (response) => {
      response.resume()
      resolve({ status: response.statusCode })
    })
      .on('error', reject)
      .end()
  })
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
