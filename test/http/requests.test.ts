import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { invalidCredentials } from '../../src/core/upstream/upstream-error.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { NOW, post, testApp, user } from '../helper/test-services.ts'

const failing = fakeSource({ top: () => Promise.reject(new Error('secret database words')) })

describe('an error response', () => {
  const { app } = testApp()

  it.each([
    ['an unknown path', '/nowhere', {}, 404, 'not-found'],
    ['an unknown method', '/stream', {}, 405, 'method-not-allowed'],
    ['a body that is not JSON', '/stream', post('{"messages":'), 400, 'invalid-request'],
    ['an empty body', '/api/chat', post(''), 400, 'invalid-request'],
    ['a body over 1 MiB', '/stream', post('x'.repeat(2 ** 20 + 1)), 413, 'payload-too-large'],
  ])('has a message, a code and the request id: %s', async (_name, path, init, status, code) => {
    const response = await app.request(path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const body = await response.json()
    expect(body).toEqual({ error: expect.any(String), code, requestId: expect.any(String) })
    expect(response.headers.get('x-request-id')).toBe(body.requestId)
  })

  it('a body of exactly 1 MiB is read', async () => {
    const body = JSON.stringify({ message: 'hi' })
    const response = await app.request('/api/chat', post(body + ' '.repeat(2 ** 20 - body.length)))
    expect(response.status).toBe(200)
  })

  it('an unforeseen error is logged with its cause, and its response reveals nothing', async () => {
    const { app, records } = testApp({ parts: { ranking: failing } })
    const response = await app.request('/api/top')
    expect(response.status).toBe(500)
    const { error, requestId } = await response.json()
    expect(error).toBe('An error occurred')
    const record = records().find(({ event }) => event === 'request-failed')
    expect(record).toMatchObject({ requestId, error: { message: 'secret database words' } })
  })
})

describe('equal requests for a list', () => {
  it('a list is read once a second, with the headers of each request and for GET alone', async () => {
    let nowMs = NOW.getTime()
    const top = vi.fn(async () => ({
      products: [],
      source: 'catalogue' as const,
      asOf: NOW.toISOString(),
      stale: false,
    }))
    const { app } = testApp({
      now: () => new Date(nowMs),
      parts: { ranking: fakeSource({ top }) },
    })
    const first = await app.request('/api/top?limit=1')
    const second = await app.request('/api/top?limit=1&utm_source=a&_=1')
    expect(await second.text()).toBe(await first.text())
    const headersOf = ({ headers }: Response) => Object.fromEntries(headers)
    const { 'x-request-id': firstId, ...others } = headersOf(first)
    expect(headersOf(second)).toEqual({ 'x-request-id': expect.any(String), ...others })
    expect(headersOf(second)['x-request-id']).not.toBe(firstId)
    expect(top).toHaveBeenCalledTimes(1)

    expect((await app.request('/api/top?limit=1', { method: 'DELETE' })).status).toBe(405)
    const csv = await app.request('/api/top?limit=1', { headers: { accept: 'text/csv' } })
    expect(csv.headers.get('content-type')).toMatch('text/csv')
    nowMs += 1_001
    await app.request('/api/top?limit=1')
    expect(top).toHaveBeenCalledTimes(3)
  })
})

describe('a trailing slash', () => {
  it.each([
    ['POST', '/stream'],
    ['POST', '/agent'],
    ['POST', '/mcp'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/v1/responses'],
    ['POST', '/a2a'],
    ['POST', '/api/agents/ranking/generate'],
    ['GET', '/api/top'],
    ['GET', '/chat'],
    ['PATCH', '/v3/ai-agents/agents/a'],
    ['DELETE', '/v3/users/u/auth_tokens'],
  ])(
    'a route is the same with a trailing slash, without a redirect: %s %s',
    async (method, path) => {
      const { app } = testApp({ runtime: { database: await emptyDatabase() } })
      const ask = async (target: string) => {
        const init = method === 'GET' ? {} : { ...post('{}'), method }
        const response = await app.request(target, init)
        return { status: response.status, type: response.headers.get('content-type') }
      }
      const plain = await ask(path)
      expect([200, 400, 401]).toContain(plain.status)
      expect(await ask(`${path}/`)).toEqual(plain)
    },
  )
})

describe('a failure of an upstream in the log', () => {
  const logOf = async (error: AppError) => {
    const ranking = fakeSource({ top: () => Promise.reject(error) })
    const { app, records } = testApp({ parts: { ranking } })
    const { requestId } = await (await app.request('/api/top')).json()
    const { time, ...record } = records().find(({ event }) => event === 'request-failed')
    expect(record.requestId).toBe(requestId)
    return record
  }
  const known = { event: 'request-failed', requestId: expect.any(String) }

  it('a failure of an upstream is logged with its reason and without a stack', async () => {
    const failed = invalidCredentials('Product Hunt', new Error('status 401'))
    const { code, message: error } = failed
    const reason = 'status 401'
    expect(await logOf(failed)).toEqual({ ...known, level: 'error', code, error, reason })
  })

  it('a request that is refused while calls are paused is no error', async () => {
    const error = 'Product Hunt is not available right now.'
    const code = 'upstream-unavailable'
    const refused = new AppError(code, error, { retryAfterMs: 9_000 })
    expect(await logOf(refused)).toEqual({ ...known, level: 'info', code, error })
  })

  it('a timeout of an upstream is an error', async () => {
    const late = new AppError('upstream-timeout', 'It took too long.')
    expect(await logOf(late)).toMatchObject({ level: 'error', error: 'It took too long.' })
  })
})

describe('the log', () => {
  it('the log has one record for each request, without its query', async () => {
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

  it('the log has one record for each run and each tool call, without the conversation', async () => {
    const { app, records, lines } = testApp()
    const messages = [user('search for xyzzy')]
    const response = await app.request('/stream', post({ messages, thread_id: 't', run_id: 'r' }))
    await response.text()
    const logged = records().sort((a, b) => String(a.event).localeCompare(String(b.event)))
    const [request, run, call, ...more] = logged
    expect(more).toEqual([])
    expect(request).toMatchObject({ event: 'request', path: '/stream', status: 200 })
    expect(call).toMatchObject({
      event: 'tool-call',
      threadId: 't',
      runId: 'r',
      tool: 'searchProducts',
      callId: expect.any(String),
      ms: expect.any(Number),
      outcome: 'finished',
    })
    expect(run).toMatchObject({
      event: 'run',
      threadId: 't',
      runId: 'r',
      outcome: 'finished',
      steps: 2,
      toolCalls: 1,
      ms: expect.any(Number),
      firstTextMs: expect.any(Number),
    })
    expect(lines.join('')).not.toContain('xyzzy')
  })
})
