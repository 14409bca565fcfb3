import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import manifest from '../../package.json'
import { AppError } from '../../src/core/error.ts'
import { defineTool } from '../../src/tools/tool.ts'
import { connectMcp } from '../helper/mcp-client.ts'
import { post, testApp } from '../helper/test-services.ts'

type App = ReturnType<typeof testApp>['app']

function connect(app: App) {
  const fetch = async (url: string | URL, init?: RequestInit) => {
    return app.request(new URL(url).pathname, init)
  }
  return connectMcp('http://localhost/mcp', { fetch })
}

function message(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params }
}

/** Answers with its word, or fails in one of two ways, or waits for its caller to leave. */
const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  executionText: 'Working…',
  description: 'Says it again.',
  input: z.object({ word: z.string().max(9, 'must be short') }),
  output: z.object({ word: z.string() }),
  run: async ({ word }, caller) => {
    if (word === 'refuse') throw new AppError('upstream-failed', 'Not that word.')
    if (word === 'break') throw new Error('secret path /etc')
    if (word === 'wait') await left(caller?.signal)
    return { word }
  },
})

function left(signal?: AbortSignal) {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

describe('POST /mcp, to the official client', () => {
  it('the MCP server has the name and version of the package', async () => {
    const client = await connect(testApp().app)
    expect(client.getServerVersion()).toMatchObject({
      name: 'launchboard',
      title: 'Launchboard',
      version: manifest.version,
    })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toContain('America/New_York')
    expect(await client.ping()).toEqual({})
  })

  it('the five tools are listed with titles and hints', async () => {
    const { tools } = await (await connect(testApp().app)).listTools()
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['getTopProducts', 'Top products of all time'],
      ['getTopProductsThisWeek', 'Top products of the last days'],
      ['getTopProductsByTimeframe', 'Top products of a timeframe'],
      ['searchProducts', 'Search products'],
      ['triggerConfetti', 'Celebrate with confetti'],
    ])
    for (const { name, description, annotations } of tools) {
      expect(description).not.toBe('')
      const openWorldHint = name !== 'triggerConfetti'
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint })
    }
  })

  it('each argument has a description, a range and a default', async () => {
    const { tools } = await (await connect(testApp().app)).listTools()
    const schemas = tools.map(({ inputSchema }) => inputSchema)
    for (const { type, properties = {} } of schemas) {
      expect(type).toBe('object')
      for (const property of Object.values(properties))
        expect(property).toHaveProperty('description')
    }
    expect(schemas[1]?.properties).toMatchObject({
      days: { type: 'integer', minimum: 1, maximum: 31, default: 7 },
      limit: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    })
    expect(schemas[1]).not.toHaveProperty('required')
    expect(schemas[2]?.properties).toMatchObject({ tz: { default: 'America/New_York' } })
    expect(schemas[3]?.required).toEqual(['query'])
    expect(schemas[4]?.properties).toMatchObject({ spread: { type: 'number', maximum: 360 } })
  })

  it.each([
    ['getTopProducts', { limit: 2 }, '/api/top?limit=2'],
    ['getTopProductsThisWeek', {}, '/api/top-week'],
    ['getTopProductsByTimeframe', { timeframe: 'last_week' }, '/api/top-range?timeframe=last_week'],
    ['searchProducts', { query: 'notes', limit: 99 }, '/api/search?q=notes&limit=99'],
  ])('%s answers as the HTTP route does', async (name, args, path) => {
    const { app } = testApp()
    const result = await (await connect(app)).callTool({ name, arguments: args })
    expect(result.structuredContent).toEqual(await (await app.request(path)).json())
    expect(result.isError).toBeUndefined()
  })

  it('a result matches the output schema, and its text is the same', async () => {
    const client = await connect(testApp().app)
    // Once it has listed the tools, the client checks every result by the schema.
    const { tools } = await client.listTools()
    for (const { name, outputSchema } of tools) {
      const given = name === 'searchProducts' ? { query: 'notes' } : {}
      const { structuredContent, content } = await client.callTool({ name, arguments: given })
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
      expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema?.required?.length).toBeGreaterThan(5)
    }
  })

  it('confetti is thrown whatever its options are', async () => {
    const client = await connect(testApp().app)
    const args = { colors: 'mauve', spread: 9999, shapes: ['star', 'banana'] }
    const { structuredContent } = await client.callTool({
      name: 'triggerConfetti',
      arguments: args,
    })
    expect(structuredContent).toMatchObject({
      action: 'CONFETTI',
      spread: 360,
      shapes: ['star'],
      reason: 'celebration',
    })
  })

  it('the error of a failing tool reveals nothing of its cause', async () => {
    const { app, records } = testApp({ parts: { tools: [echo] } })
    const client = await connect(app)
    const call = (word: unknown) => client.callTool({ name: 'echo', arguments: { word } })
    const error = (text: string) => ({ content: [{ type: 'text', text }], isError: true })
    expect(await call('refuse')).toEqual(error('Not that word.'))
    expect(await call('break')).toEqual(error('An error occurred'))
    expect(await call('far too long')).toEqual(error('word: must be short.'))
    expect(JSON.stringify(records())).toContain('secret path')
  })

  it('an unknown tool and an unknown method are errors', async () => {
    const client = await connect(testApp().app)
    await expect(client.callTool({ name: 'toString' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.listPrompts()).rejects.toMatchObject({ code: -32601 })
  })

  it('a client may leave without closing a session', async () => {
    const { app, records } = testApp()
    const client = await connect(app)
    const before = records().length
    await client.close()
    expect(records()).toHaveLength(before)
  })
})

describe('POST /mcp', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'revision %s is supported',
    async (protocolVersion) => {
      const { app } = testApp()
      const clientInfo = { name: 'old', version: '1' }
      const hello = message('initialize', { protocolVersion, capabilities: {}, clientInfo })
      const { result } = await (await app.request('/mcp', post(hello))).json()
      expect(result.protocolVersion).toBe(protocolVersion)
      const headers = { 'mcp-protocol-version': protocolVersion }
      const listed = await app.request('/mcp', post(message('tools/list'), headers))
      expect((await listed.json()).result.tools).toHaveLength(5)
    },
  )

  it('a call needs no initialize, no session and no header', async () => {
    const { app } = testApp()
    const body = JSON.stringify(message('tools/call', { name: 'getTopProducts' }))
    const response = await app.request('/mcp', { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect((await response.json()).result.structuredContent.posts).toHaveLength(3)
  })

  it('a notification and a response are accepted with 202', async () => {
    const { app } = testApp()
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 7, result: {} },
    ]) {
      const response = await app.request('/mcp', post(body))
      expect(response.status).toBe(202)
      expect(await response.text()).toBe('')
      expect(response.headers.get('x-request-id')).not.toBeNull()
    }
  })

  it.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['null', 'null', -32600],
    ['no JSON-RPC', { id: 1, method: 'ping' }, -32600],
    ['a method that is no text', { ...message('ping'), method: 7 }, -32600],
    ['several messages at once', [message('ping'), message('ping')], -32600],
    ['no message at all', [], -32600],
  ])('%s is rejected with a JSON-RPC error', async (_name, body, code) => {
    const response = await testApp().app.request('/mcp', post(body))
    expect(response.status).toBe(400)
    expect(response.headers.get('x-request-id')).not.toBeNull()
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: expect.any(String) },
    })
  })

  it.each([
    ['arguments that are no object', { name: 'getTopProducts', arguments: [3] }],
    ['a tool without a name', { arguments: {} }],
    ['a tool that nobody has', { name: 'toString' }],
  ])('%s is rejected', async (_name, params) => {
    const response = await testApp().app.request('/mcp', post(message('tools/call', params)))
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } })
  })

  it('an unknown revision is rejected', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' }
    const response = await testApp().app.request('/mcp', post(message('tools/list'), headers))
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain('2025-06-18')
  })

  it('a message over 1 MiB is rejected', async () => {
    const response = await testApp().app.request('/mcp', post('x'.repeat(2 ** 20 + 1)))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'payload-too-large' })
  })

  it.each(['GET', 'DELETE', 'PUT'])(
    '%s is a 405, because there are no sessions',
    async (method) => {
      const response = await testApp().app.request('/mcp', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
    },
  )

  it.each([
    ['on this machine alone', {}],
    ['by whoever can', { ALLOW_PUBLIC: 'true' }],
  ])('pages of listed origins and callers that are no page may call: %s', async (_name, env) => {
    const { app } = testApp({ env: { CORS_ORIGINS: 'https://a.example', ...env } })
    const from = async (headers: Record<string, string>) => {
      return (await app.request('/mcp', post(message('ping'), headers))).status
    }
    expect(await from({ origin: 'https://a.example' })).toBe(200)
    expect(await from({})).toBe(200)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ origin: 'http://localhost:5173' })).toBe(200)
  })

  it('the log has one record for each call, without its arguments', async () => {
    const { app, records, lines } = testApp()
    const params = { name: 'searchProducts', arguments: { query: 'xyzzy' } }
    const response = await app.request('/mcp', post(message('tools/call', params)))
    const [call, request, ...more] = records()
    expect(more).toEqual([])
    expect(call).toMatchObject({
      event: 'tool-call',
      requestId: response.headers.get('x-request-id'),
      tool: 'searchProducts',
      ms: expect.any(Number),
      outcome: 'finished',
    })
    expect(request).toMatchObject({ event: 'request', path: '/mcp', status: 200 })
    expect(lines.join('')).not.toContain('xyzzy')
  })

  it('the tool of a caller that disconnects is stopped', async () => {
    let isCalled = false
    const waiting = {
      ...echo,
      run: (...args: Parameters<typeof echo.run>) => {
        isCalled = true
        return echo.run(...args)
      },
    }
    const { app, records } = testApp({ parts: { tools: [waiting] } })
    const leaving = new AbortController()
    const params = { name: 'echo', arguments: { word: 'wait' } }
    const { signal } = leaving
    const answer = app.request('/mcp', { ...post(message('tools/call', params)), signal })
    await vi.waitUntil(() => isCalled)
    leaving.abort()
    await answer
    expect(records()[0]).toMatchObject({ event: 'tool-call', outcome: 'cancelled' })
  })
})
