import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import { createServices } from '../../src/services.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { TEST_PAGE } from '../helper/test-page.ts'
import { NOW, post } from '../helper/test-services.ts'

/** A Worker that everybody can call. */
async function worker(env: Record<string, string> = {}) {
  const lines: string[] = []
  const now = () => NOW
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const services = createServices(parseConfig(env, { exposure: 'everybody' }), {
    log,
    now,
    clock: () => NOW.getTime(),
    modelData,
    database: await emptyDatabase(),
  })
  const { fetch } = createApp(services, { page: TEST_PAGE })
  const request = async (path: string, init?: RequestInit) =>
    fetch(new Request(`https://launchboard.example${path}`, init), {})
  return { request, records: () => lines.map((line) => JSON.parse(line)) }
}

describe('a public Worker without authentication', () => {
  it('a public Worker without tokens is closed, and its log says what is missing', async () => {
    const { request, records } = await worker()
    const asked = [
      await request('/api/top', { headers: { authorization: 'Bearer guess' } }),
      await request('/stream', post({ messages: [{ role: 'user', content: 'hi' }] })),
      await request('/mcp', post({ jsonrpc: '2.0', id: 1, method: 'ping' })),
      await request('/status'),
      await request('/openapi.json'),
      await request('/nowhere'),
    ]
    for (const response of asked) {
      expect(response.status).toBe(503)
      const body = await response.json()
      expect(body).toMatchObject({ code: 'not-configured' })
      expect(JSON.stringify(body)).not.toMatch(/AGENT_|ALLOW_/)
    }
    const said = records().filter(({ event }) => event === 'not-configured')
    expect(said).toHaveLength(asked.length)
    for (const record of said) {
      expect(record.level).toBe('error')
      expect(record.error.message).toMatch(/AGENT_TOKENS.*ALLOW_PUBLIC/)
    }
  })

  it('a closed Worker serves its health, its page and the chat platform to its keys', async () => {
    const { request } = await worker({ PLATFORM_API_KEYS: 'a-key-of-20-characters' })
    expect((await request('/health')).status).toBe(200)
    expect((await request('/')).status).toBe(200)
    expect((await request('/v3/users', { headers: { apikey: 'guess' } })).status).toBe(401)
    const headers = { apikey: 'a-key-of-20-characters' }
    expect((await request('/v3/users', { headers })).status).toBe(200)
  })
})
