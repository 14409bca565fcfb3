import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

describe('cross-origin requests', () => {
  it('any page may read a response, and its preflight is answered', async () => {
    const { app } = testApp()
    const response = await app.request('/stream', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://chat.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-run-id')
  })

  it('only pages of the listed origins may read a response, where origins are listed', async () => {
    const { app } = testApp({ env: { CORS_ORIGINS: 'https://a.example, https://b.example' } })
    const from = async (origin: string) => {
      const { headers } = await app.request('/health', { headers: { origin } })
      return { allowed: headers.get('access-control-allow-origin'), vary: headers.get('vary') }
    }
    expect(await from('https://b.example')).toEqual({
      allowed: 'https://b.example',
      vary: 'Origin',
    })
    expect(await from('https://c.example')).toEqual({ allowed: null, vary: 'Origin' })
  })
})
