import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
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

  it('has a chat platform that opens to no key while none is configured', async () => {
    const headers = { apikey: 'any' }
    const response = await SELF.fetch(`${ORIGIN}/v3/users`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'AUTH_ERR_APIKEY_NOT_FOUND' } })
  })

  it('tells in JSON what it does not have', async () => {
    const response = await SELF.fetch(`${ORIGIN}/stream`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
  })
})
