import { describe, expect, it } from 'vitest'
import type { ProductSource } from '../../src/sources/source.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const failing: ProductSource = {
  name: 'catalogue',
  top: () => Promise.reject(new Error('secret database words')),
}

describe('every failure', () => {
  const { app } = testApp()

  it.each([
    ['an address that is not there', '/nowhere', {}, 404, 'not-found'],
    ['a method the address does not have', '/stream', {}, 405, 'method-not-allowed'],
    ['a body that is no JSON', '/stream', post('{"messages":'), 400, 'invalid-request'],
    ['an empty body', '/api/chat', post(''), 400, 'invalid-request'],
    ['a body over 1 MiB', '/stream', post('x'.repeat(2 ** 20 + 1)), 413, 'payload-too-large'],
  ])(
    'a failure is JSON with a code and a request id: %s',
    async (_name, path, init, status, code) => {
      const response = await app.request(path, init)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const body = await response.json()
      expect(body).toEqual({ error: expect.any(String), code, requestId: expect.any(String) })
      expect(response.headers.get('x-request-id')).toBe(body.requestId)
    },
  )

  it('a body of exactly 1 MiB is read', async () => {
    const body = JSON.stringify({ message: 'hi' })
    const response = await app.request('/api/chat', post(body + ' '.repeat(2 ** 20 - body.length)))
    expect(response.status).toBe(200)
  })

  it.each([
    ['POST', '/api/top', 'GET, HEAD'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['GET', '/stream', 'POST'],
    ['PUT', '/api/chat', 'POST'],
  ])('a 405 of %s %s lists the allowed methods', async (method, path, allow) => {
    const response = await app.request(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('an unexpected failure is logged in full and shown without details', async () => {
    const { app, records } = testApp({ parts: { ranking: failing } })
    const response = await app.request('/api/top')
    expect(response.status).toBe(500)
    const { error, requestId } = await response.json()
    expect(error).toBe('An error occurred')
    const record = records().find(({ event }) => event === 'request-failed')
    expect(record).toMatchObject({ requestId, error: { message: 'secret database words' } })
  })
})

describe('CORS', () => {
  it('any page may read answers, and a preflight is answered', async () => {
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
  })

  it('with listed origins only their pages may read answers', async () => {
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

describe('the log', () => {
  it('the log has one record a request, without its query', async () => {
    const { app, records } = testApp()
    const response = await app.request('/api/search?q=something+private')
    expect(records()).toEqual([
      {
        time: '2026-11-20T18:00:00.000Z',
        level: 'info',
        event: 'request',
        requestId: response.headers.get('x-request-id'),
        method: 'GET',
        path: '/api/search',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  it('the log has one record a run and one a tool call, without any text', async () => {
    const { app, records, lines } = testApp()
    const messages = [user('search for xyzzy')]
    const response = await app.request('/stream', post({ messages, thread_id: 't', run_id: 'r' }))
    await response.text()
    const [request, call, run, ...more] = records()
    expect(more).toEqual([])
    expect(request).toMatchObject({ event: 'request', path: '/stream', status: 200 })
    expect(call).toMatchObject({
      ...{ event: 'tool-call', threadId: 't', runId: 'r', tool: 'searchProducts' },
      ...{ callId: expect.any(String), ms: expect.any(Number), outcome: 'finished' },
    })
    expect(run).toMatchObject({
      ...{ event: 'run', threadId: 't', runId: 'r', outcome: 'finished', steps: 2, toolCalls: 1 },
      ...{ ms: expect.any(Number), firstTextMs: expect.any(Number) },
    })
    expect(lines.join('')).not.toContain('xyzzy')
  })

  it('the log has a record of the run of a whole answer', async () => {
    const { app, records } = testApp()
    await app.request('/api/chat', post({ message: 'hi' }))
    const run = records().find(({ event }) => event === 'run')
    expect(run).toMatchObject({ outcome: 'finished', toolCalls: 0 })
  })
})

describe('GET /health', () => {
  it('GET /health says ok and the time', async () => {
    const { app } = testApp()
    const body = await (await app.request('/health')).json()
    expect(body).toEqual({ status: 'ok', timestamp: '2026-11-20T18:00:00.000Z' })
  })
})

describe('HEAD', () => {
  it('HEAD has the headers of GET and no body', async () => {
    const { app } = testApp()
    const response = await app.request('/health', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})
