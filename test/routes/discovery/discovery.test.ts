import { describe, expect, it } from 'vitest'
import { post, testApp } from '../../helper/test-services.ts'

const env = { AGENT_TOKENS: 'a-token-of-somebody-else', TRUST_PROXY: '1' }
const headers = { 'x-forwarded-proto': 'https' }

describe('what is found without being told', () => {
  const { app } = testApp({ env })
  const get = (path: string, more = {}) => app.request(path, { headers: { ...headers, ...more } })

  it('the catalogue names two cards, each of which is there', async () => {
    const response = await get('/.well-known/ai-catalog.json')
    const type = 'application/ai-catalog+json'
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const { specVersion, entries } = await response.json()
    expect(specVersion).toBe('1.0')
    const representativeQueries = expect.arrayContaining(['What launched today?'])
    expect(entries).toEqual([
      {
        identifier: 'urn:air:localhost:mcp:launchboard',
        displayName: 'Launchboard MCP server',
        representativeQueries,
        type: 'application/mcp-server-card+json',
        url: 'https://localhost/mcp/server-card',
      },
      {
        identifier: 'urn:air:localhost:a2a:launchboard',
        displayName: 'Launchboard agent',
        representativeQueries,
        type: 'application/a2a-agent-card+json',
        url: 'https://localhost/.well-known/agent-card.json',
      },
    ])
    for (const { url } of entries) expect((await get(new URL(url).pathname)).status).toBe(200)
  })

  it('the documents name the configured address, and then others may cache them', async () => {
    const { app } = testApp({ env: { ...env, PUBLIC_URL: 'https://launches.example/' } })
    for (const path of [
      '/.well-known/ai-catalog.json',
      '/.well-known/agent-card.json',
      '/mcp/server-card',
    ]) {
      const response = await app.request(path, { headers: { host: 'evil.example' } })
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      const text = await response.text()
      expect(text).toContain('https://launches.example/')
      expect(text).not.toMatch(/evil|localhost/)
    }
  })

  it('the card of the MCP server names its address and the revisions that it serves', async () => {
    const response = await get('/mcp/server-card')
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
    const card = await response.json()
    expect(card).toMatchObject({ name: 'localhost/launchboard', title: 'Launchboard' })
    const [{ url, type, supportedProtocolVersions }] = card.remotes
    expect([url, type]).toEqual(['https://localhost/mcp', 'streamable-http'])
    expect(supportedProtocolVersions).toContain('2026-07-28')
    const open = testApp().app
    for (const protocolVersion of supportedProtocolVersions.slice(1)) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      const { result } = await (await open.request('/mcp', post(body))).json()
      expect(result.protocolVersion).toBe(protocolVersion)
    }
    const etag = response.headers.get('etag')!
    expect((await get('/mcp/server-card', { 'if-none-match': etag })).status).toBe(304)
  })
})
