import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post, testApp } from '../helper/test-services.ts'

const { app } = testApp({ env: { LOG_LEVEL: 'silent' } })

const RUNS = 300

const PATHS = [
  '/api/top',
  '/api/top-week',
  '/api/top-range',
  '/api/search',
  '/api/chat',
  '/stream',
  '/api/ui/chat',
  '/api/agents/ranking/generate',
  '/health',
  '/openapi.json',
  '/',
  '/nowhere',
  '/api/top/',
  '//',
  '/stream/%00',
]
const NAMES = ['limit', 'days', 'timeframe', 'tz', 'q', '__proto__', 'constructor', 'toString']
const VALUES = [
  '',
  ' ',
  '3',
  '-1',
  '1e999',
  'NaN',
  'null',
  '[]',
  '{}',
  'today',
  'last_week',
  '2026-02-29',
  'UTC',
  'America/New_York',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>',
  '%',
  '\0',
  '💥',
]

const value = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary', maxLength: 600 }))
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value), { maxLength: 4 })
  .map((pairs) => new URLSearchParams(pairs.map(([name, text]) => [name, text.toWellFormed()])))

const role = fc.constantFrom('user', 'assistant', 'system', 'developer', 'tool', 'king', '')
const content = fc.oneof(
  value,
  fc.array(fc.oneof(fc.record({ type: fc.constant('text'), text: value }), fc.jsonValue())),
  fc.jsonValue(),
)
const message = fc.record({ role, content }, { requiredKeys: [] })
const body = fc.oneof(
  fc.record(
    {
      message: fc.oneof(value, fc.jsonValue()),
      messages: fc.oneof(fc.array(message, { maxLength: 5 }), fc.jsonValue()),
      thread_id: fc.oneof(value, fc.jsonValue()),
      runId: fc.oneof(value, fc.jsonValue()),
      tool_events: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

/** Below 500, in JSON when it is refused, and over: what is read to its end did not hang. */
async function expectAnswer(path: string, init?: RequestInit) {
  const response = await app.request(path, init)
  const text = await response.text()
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400 && init?.method !== 'HEAD') {
    expect(JSON.parse(text)).toHaveProperty('code')
  }
  return { response, text }
}

describe('generated requests', () => {
  it('any query is answered below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), query, async (path, parameters) => {
        await expectAnswer(`${path}?${parameters}`)
      }),
      { numRuns: RUNS },
    )
  })

  it('any method is answered below 500', async () => {
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), method, async (path, method) => {
        await expectAnswer(path, { method })
      }),
      { numRuns: RUNS },
    )
  })

  it('any body is answered below 500, and a stream that starts ends with done', async () => {
    const streams = ['/stream', '/api/ui/chat']
    const path = fc.constantFrom(...streams, '/api/chat', '/api/agents/ranking/generate')
    await fc.assert(
      fc.asyncProperty(path, body, async (path, body) => {
        const { response, text } = await expectAnswer(path, post(body))
        if (path === '/stream' && response.status === 200) {
          expect(JSON.parse(text.trimEnd().split('\n').at(-1)!).type).toBe('done')
        } else if (streams.includes(path) && response.status === 200) {
          expect(text).toMatch(/"type":"finish".*\n\ndata: \[DONE\]\n\n$/)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('any request at /v1 is answered below 500 in the form of OpenAI', async () => {
    const asked = fc.record(
      {
        model: fc.oneof(fc.constant('ranking'), value),
        messages: fc.oneof(fc.array(message, { maxLength: 5 }), fc.jsonValue()),
        stream: fc.oneof(fc.boolean(), fc.jsonValue()),
        tools: fc.jsonValue(),
        n: fc.oneof(fc.constant(1), fc.jsonValue()),
        stream_options: fc.jsonValue(),
        response_format: fc.jsonValue(),
      },
      { requiredKeys: ['model'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(asked, fc.jsonValue()), async (body) => {
        const response = await app.request('/v1/chat/completions', post(body))
        const text = await response.text()
        expect(response.status).toBeLessThan(500)
        if (response.status >= 400) expect(JSON.parse(text).error).toHaveProperty('message')
      }),
      { numRuns: RUNS },
    )
  })

  it('any message at /mcp is answered below 500 in JSON-RPC', async () => {
    const params = fc.record(
      {
        name: fc.oneof(fc.constantFrom('searchProducts', 'triggerConfetti'), value),
        arguments: fc.oneof(fc.record({ query: value, limit: fc.jsonValue() }), fc.jsonValue()),
        _meta: fc.jsonValue(),
        task: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const methods = ['initialize', 'ping', 'tools/list', 'tools/call', 'notifications/cancelled']
    const call = fc.record(
      {
        jsonrpc: fc.constant('2.0'),
        id: fc.oneof(fc.integer(), value, fc.jsonValue()),
        method: fc.oneof(fc.constantFrom(...methods), value),
        params: fc.oneof(params, fc.jsonValue()),
      },
      { requiredKeys: ['jsonrpc'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(call, fc.array(call), fc.jsonValue(), value), async (body) => {
        const response = await app.request('/mcp', post(body))
        const text = await response.text()
        expect(response.status).toBeLessThan(500)
        expect(text === '' ? '2.0' : JSON.parse(text).jsonrpc).toBe('2.0')
      }),
      { numRuns: RUNS },
    )
  })

  it('a body of random bytes is answered below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await expectAnswer('/stream', { method: 'POST', body: new Uint8Array(bytes) })
      }),
      { numRuns: RUNS },
    )
  })
})
