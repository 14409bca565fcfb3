import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, runNode, startNode } from '../helper/node-process.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const authorization = `Bearer ${TOKEN}`

describe('listening where others can reach it', () => {
  it('is refused while anybody could call', async () => {
    const { code, stdout, stderr } = await runNode({ HOST: '0.0.0.0', TRUST_PROXY: '' })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('AGENT_TOKENS')
    expect(stderr).toContain('ALLOW_PUBLIC=true')
  })

  it('is refused with every variable that is wrong named, and none repeated', async () => {
    const wrong = { AGENT_TOKENS: 'my secret', AGENT_JWT_SECRET: 'short-secret', TRUST_PROXY: 'me' }
    const { code, stderr } = await runNode({ HOST: '0.0.0.0', ...wrong })
    expect(code).toBe(1)
    for (const name of Object.keys(wrong)) expect(stderr).toContain(name)
    for (const value of ['my secret', 'short-secret']) expect(stderr).not.toContain(value)
  })

  it('starts when it is allowed in so many words, and limits calls', async () => {
    const service = await startNode({ HOST: '0.0.0.0', ALLOW_PUBLIC: 'true' })
    const response = await fetch(local(service, '/api/top'))
    service.child.kill('SIGKILL')
    expect(response.status).toBe(200)
    expect(response.headers.get('ratelimit-limit')).toBe('300')
  })
})

describe('a service with a token on Node', () => {
  let service: NodeProcess
  beforeAll(async () => {
    service = await startNode({ HOST: '0.0.0.0', AGENT_TOKENS: TOKEN, RATE_LIMIT_PER_MINUTE: '5' })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  it('shows its page and its health to everybody, and nothing else', async () => {
    const page = await fetch(local(service, '/'))
    expect(page.status).toBe(200)
    for (const [, path] of (await page.text()).matchAll(/(?:src|href)="(\/assets[^"]+)"/g)) {
      expect((await fetch(local(service, path!))).status).toBe(200)
    }
    expect((await fetch(local(service, '/health'))).status).toBe(200)
    expect((await fetch(local(service, '/openapi.json'))).status).toBe(401)
    expect((await fetch(local(service, '/metrics'))).status).toBe(401)
    expect((await fetch(local(service, '/nowhere'))).status).toBe(401)
    expect((await fetch(local(service, '/api/top'), { headers: { authorization } })).status).toBe(
      200,
    )
  })

  it('counts by the address that a connection comes from', async () => {
    const statusFrom = (localAddress: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const { hostname, port } = new URL(local(service, '/'))
        get({ hostname, port, path: '/api/top', localAddress, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
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

/** Where it listens for all, it is reached on this machine. */
function local({ url }: NodeProcess, path: string) {
  return url.replace('0.0.0.0', '127.0.0.1') + path
}
