import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { connectMcp } from '../helper/mcp-client.ts'
import { jsonLines, post, user } from '../helper/test-services.ts'

const ORIGIN = 'https://launchboard.example'

describe('the service in a Worker', () => {
  it('answers JSON with nothing set', async () => {
    const response = await SELF.fetch(`${ORIGIN}/api/top-range?timeframe=last_week`)
    expect(response.status).toBe(200)
    expect((await response.json<{ posts: unknown[] }>()).posts).toHaveLength(3)
  })

  it('streams a conversation with confetti', async () => {
    const messages = [user('we hit #1!')]
    const lines = await jsonLines(await SELF.fetch(`${ORIGIN}/stream`, post({ messages })))
    expect(lines.find(({ type }) => type === 'tool_result').result.action).toBe('CONFETTI')
    expect(lines.at(-1).type).toBe('done')
  })

  it('serves its tools to an MCP client', async () => {
    const fetch = (url: string | URL, init?: RequestInit) => SELF.fetch(new Request(url, init))
    const client = await connectMcp(`${ORIGIN}/mcp`, { fetch })
    expect((await client.listTools()).tools).toHaveLength(5)
    const result = await client.callTool({ name: 'triggerConfetti' })
    expect(result.structuredContent).toMatchObject({ action: 'CONFETTI' })
  })

  it('tells in JSON what it does not have', async () => {
    const response = await SELF.fetch(`${ORIGIN}/stream`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
  })
})
