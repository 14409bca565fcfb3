import { SELF } from 'cloudflare:test'

import { describe, expect, it, vi } from 'vitest'
import { connectMcp } from './helper/mcp-client.ts'

import { emptyDatabase } from './helper/test-database.ts'
import { jsonLines, post, user } from './helper/test-services.ts'

/** As under `wrangler dev`. */
const ORIGIN = 'http://localhost'
const DEPLOYED = 'https://launchboard.example'

describe('the service in a Worker', () => {
  it('a Worker answers JSON without configuration', async () => {
    const response = await SELF.fetch(`${ORIGIN}/api/top-range?timeframe=last_week`)
    expect(response.status).toBe(200)
    expect((await response.json<{ posts: unknown[] }>()).posts).toHaveLength(3)
  })

  it('a day in a Worker is that of the law of 2026', async () => {
    const query = 'tz=America/Vancouver&timeframe=2026-11-28'
    const response = await SELF.fetch(`${ORIGIN}/api/top-range?${query}`)
    const { window } = await response.json<{ window: { postedAfter: string } }>()
    expect(window.postedAfter).toBe('2026-11-28T07:00:00.000Z')
  })

  it('a Worker streams a conversation with confetti', async () => {
    const messages = [user('we hit #1!')]
    const lines = await jsonLines(await SELF.fetch(`${ORIGIN}/stream`, post({ messages })))
    expect(lines.find(({ type }) => type === 'tool_result').result.action).toBe('CONFETTI')
    expect(lines.at(-1).type).toBe('done')
  })

  it('a Worker keeps a turn that the next one refers to', async () => {
    await emptyDatabase()
    const ask = async (more: object) => {
      const body = { model: 'ranking', input: 'top 1 yesterday', ...more }
      const response = await SELF.fetch(`${ORIGIN}/v1/responses`, post(body))
      return response.json<{ id: string; store: boolean; status: string }>()
    }
    const first = await ask({})
    expect(first.store).toBe(true)
    expect(await ask({ previous_response_id: first.id })).toMatchObject({ status: 'completed' })
  })

  it('a Worker streams a task to another agent', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'top 1 yesterday' }] }
    const asked = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } }
    const response = await SELF.fetch(`${ORIGIN}/a2a`, post(asked, { 'a2a-version': '1.0' }))
    expect((await response.text()).trim()).toMatch(
      /TASK_STATE_WORKING.*TASK_STATE_COMPLETED[^\n]*$/s,
    )
  })

  it('a Worker serves its tools to an MCP client', async () => {
    const fetch = (url: string | URL, init?: RequestInit) => SELF.fetch(new Request(url, init))
    const client = await connectMcp(`${ORIGIN}/mcp`, { fetch })
    const result = await client.callTool({ name: 'triggerConfetti' })
    expect(result.structuredContent).toMatchObject({ action: 'CONFETTI' })
    const { contents } = await client.readResource({ uri: 'ui://launchboard/board.html' })
    expect(contents).toMatchObject([{ text: expect.stringContaining('<main') }])
  })

  it("a Worker's chat platform accepts no key while none is configured", async () => {
    const headers = { apikey: 'any' }
    const response = await SELF.fetch(`${ORIGIN}/v3/users`, { headers })
    expect(response.status).toBe(401)
    const { error } = await response.json<{ error: { code: string; devMessage: string } }>()
    expect(error.code).toBe('AUTH_ERR_APIKEY_NOT_FOUND')
    expect(error.devMessage).toMatch(/PLATFORM_API_KEYS.*\.dev\.vars/)
    expect(error.devMessage).not.toContain('printed')
  })

  it('a deployed Worker without access settings is closed', async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    for (const init of [{}, { headers: { host: 'localhost', origin: 'http://localhost' } }]) {
      const response = await SELF.fetch(`${DEPLOYED}/api/top`, init)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ code: 'not-configured' })
    }
    const said = logged.mock.calls.map(([line]) => String(line)).join()
    expect(said).toMatch(/AGENT_TOKENS.*ALLOW_PUBLIC/)
    logged.mockRestore()
    expect((await SELF.fetch(`${DEPLOYED}/health`)).status).toBe(200)
    expect((await SELF.fetch(`${DEPLOYED}/v3/users`)).status).toBe(401)
  })

  it('a Worker limits an address that calls too often, and no other', async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    const ask = (address: string) =>
      SELF.fetch(`${ORIGIN}/nowhere`, { headers: { 'cf-connecting-ip': address } })
    let refused = await ask('203.0.113.7')
    // Twice the limit: a new minute may begin meanwhile.
    for (let calls = 1; calls <= 80 && refused.status !== 429; calls += 1) {
      expect(refused.status).toBe(404)
      await refused.text()
      refused = await ask('203.0.113.7')
    }
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
    expect((await ask('203.0.113.8')).status).toBe(404)
    expect((await SELF.fetch(`${ORIGIN}/health`)).status).toBe(200)
    logged.mockRestore()
  })
})
