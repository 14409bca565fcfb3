import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

describe('a request that no route matches', () => {
  it('an unknown path is 404, and the message says where the routes are listed', async () => {
    const response = await app.request('/nowhere?secret=1')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: 'Not found: GET /nowhere. /openapi.json lists the routes.',
      code: 'not-found',
    })
  })

  it('where clients of MCP look for OAuth, the sentence is the description of the error too', async () => {
    for (const path of ['/register', '/.well-known/oauth-protected-resource/mcp']) {
      const { error, error_description } = await (await app.request(path)).json()
      expect(error_description).toBe(error)
    }
    expect(await (await app.request('/nowhere')).json()).not.toHaveProperty('error_description')
  })

  it.each([
    ['POST', '/api/top', ['GET', 'HEAD']],
    ['DELETE', '/health', ['GET', 'HEAD']],
    ['GET', '/stream', ['POST']],
    ['PUT', '/api/chat', ['POST']],
  ])(
    'an unknown method is 405 with the known ones in Allow: %s %s',
    async (method, path, known) => {
      const response = await app.request(path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(known.join(', '))
      expect(await response.json()).toMatchObject({
        error: `${method} ${path} is not allowed: the method must be ${known.join(' or ')}.`,
        code: 'method-not-allowed',
      })
    },
  )

  it('a long path is shortened in the message', async () => {
    const response = await app.request(`/${'x'.repeat(5_000)}`)
    expect(response.status).toBe(404)
    const { error } = await response.json()
    expect(error.length).toBeLessThan(200)
  })

  it('a probe for a way to sign in is a 404 where a token is required too', async () => {
    const { app } = testApp({ env: { AGENT_TOKENS: 'a-token-of-the-chat-platform' } })
    const path = '/.well-known/oauth-protected-resource/mcp'
    expect((await app.request(path)).status).toBe(404)
    expect((await app.request('/nowhere')).status).toBe(401)
  })
})
