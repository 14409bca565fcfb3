import type { VersionNegotiationMode } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import manifest from '../../../package.json'
import { AppError } from '../../../src/core/error.ts'
import { MCP_VERSIONS } from '../../../src/routes/mcp/answer.ts'
import { defineTool } from '../../../src/tools/tool.ts'
import { connectMcp } from '../../helper/mcp-client.ts'
import { fetchFrom, post, testApp } from '../../helper/test-services.ts'

type App = ReturnType<typeof testApp>['app']

const TOOLS = testApp().services.tools

it('the versions that are offered without loading the SDK are those that it supports', () => {
  expect(MCP_VERSIONS).toEqual(['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS])
})

function connect(app: App, mode?: VersionNegotiationMode) {
  return connectMcp('http://localhost/mcp', { fetch: fetchFrom(app), ...(mode && { mode }) })
}

async function connectOld(app: App) {
  const client = new OldClient({ name: 'old', version: '1' })
  const options = { fetch: fetchFrom(app) }
  const transport = new OldTransport(new URL('http://localhost/mcp'), options)
  // That SDK does not write its own types for `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<OldClient['connect']>[0])
  return client
}

function message(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params }
}

const CAPABILITIES = {
  ...{ tools: {}, resources: {}, prompts: {} },
  extensions: { 'io.modelcontextprotocol/ui': {} },
}

const MODERN = '2026-07-28'
const VERSION = 'mcp-protocol-version'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of the revision without a handshake: its headers say what its body says. */
function modern(
  method: string,
  { params = {}, headers = {} }: { params?: Record<string, unknown>; headers?: object } = {},
) {
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  const own = { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...name, ...headers }
  return post(message(method, { _meta: META, ...params }), own)
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
  it.each([
    ['auto', MODERN],
    [{ pin: MODERN }, MODERN],
    ['legacy', '2025-11-25'],
  ] as const)('the MCP server agrees with a client (%j) on a revision', async (mode, version) => {
    const client = await connect(testApp().app, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({
      name: 'launchboard',
      title: 'Launchboard',
      version: manifest.version,
    })
    expect(client.getServerCapabilities()).toEqual(CAPABILITIES)
    expect(client.getInstructions()).toContain('America/New_York')
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length)
    const { structuredContent } = await client.callTool({ name: 'getTopProducts' })
    expect(structuredContent).toMatchObject({ limit: 3 })
  })

  it.each(['auto', 'legacy'] as const)(
    'a client finds the page of a tool, whole and asking nobody for anything, %s',
    async (mode) => {
      const client = await connect(testApp().app, mode)
      const { tools } = await client.listTools()
      const uri = 'ui://launchboard/board.html'
      const page = { ui: { resourceUri: uri }, 'ui/resourceUri': uri }
      expect(tools.map(({ _meta }) => _meta)).toEqual(tools.map(() => page))
      const policy = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true }
      const declared = { uri, mimeType: 'text/html;profile=mcp-app', _meta: { ui: policy } }
      const [listed] = (await client.listResources()).resources
      expect(listed).toMatchObject({ ...declared, name: 'board' })
      const [read] = (await client.readResource({ uri })).contents
      if (!read || !('text' in read)) throw new Error('no text')
      expect(read).toEqual({ ...declared, text: expect.stringMatching(/^<!doctype html>/) })
      expect(read.text.length).toBeLessThanOrEqual(72 * 1024)
      expect(read.text).not.toMatch(/\s(src|srcset|href)=["']|@import|\burl\(/)
      const missing = client.readResource({ uri: 'ui://launchboard/other.html' })
      await expect(missing).rejects.toMatchObject({
        code: -32602,
        data: { uri: 'ui://launchboard/other.html' },
      })
    },
  )

  it('the client of the older SDK is served as before', async () => {
    const client = await connectOld(testApp().app)
    expect(client.getServerCapabilities()).toEqual(CAPABILITIES)
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length)
    const { structuredContent } = await client.callTool({ name: 'getTopProducts' })
    expect(structuredContent).toMatchObject({ limit: 3 })
    expect(await client.ping()).toEqual({})
    expect(await client.listPrompts()).toEqual({ prompts: [] })
    expect((await client.listResources()).resources).toHaveLength(1)
    expect(await client.listResourceTemplates()).toEqual({ resourceTemplates: [] })
    await expect(client.callTool({ name: 'toString' })).rejects.toMatchObject({ code: -32602 })
  })

  it('the tools are listed with titles and hints', async () => {
    const { tools } = await (await connect(testApp().app)).listTools()
    expect(tools.map(({ name, title }) => [name, title])).toEqual(
      TOOLS.map(({ name, title }) => [name, title]),
    )
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
    expect(schemas.at(-1)?.properties).toMatchObject({ spread: { type: 'number', maximum: 360 } })
  })

  it.each([
    ['getTopProducts', { limit: 2 }, '/api/top?limit=2'],
    ['getTopProductsThisWeek', {}, '/api/top-week'],
    ['getTopProductsByTimeframe', { timeframe: 'last_week' }, '/api/top-range?timeframe=last_week'],
    ['searchProducts', { query: 'notes', limit: 99 }, '/api/search?q=notes&limit=99'],
    ['getTrendingProducts', { window: '24h', limit: null }, '/api/trending?window=24h'],
  ])('%s answers as the HTTP route does', async (name, args, path) => {
    const { app } = testApp()
    const result = await (await connect(app)).callTool({ name, arguments: args })
    expect(result.structuredContent).toEqual(await (await app.request(path)).json())
    expect(result.isError).toBeUndefined()
  })

  const GIVEN: Record<string, object> = {
    searchProducts: { query: 'notes' },
    getProduct: { product: 'Polyglotta', compareWith: ['Curlewtest'] },
    getProductHistory: { product: 'Polyglotta' },
  }

  it('a result matches the output schema, and its text is the same', async () => {
    const client = await connect(testApp().app)
    // Once it has listed the tools, the client checks every result by the schema.
    const { tools } = await client.listTools()
    for (const { name, outputSchema } of tools) {
      const given = GIVEN[name] ?? {}
      const { structuredContent, content } = await client.callTool({
        name,
        arguments: { ...given },
      })
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
      expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(Object.keys(Object(outputSchema?.required)).length).toBeGreaterThan(0)
    }
  })

  it('arguments may be text, and empty ones are the defaults', async () => {
    const client = await connect(testApp().app)
    const call = async (name: string, given: Record<string, unknown>) => {
      return (await client.callTool({ name, arguments: given })).structuredContent
    }
    const colors = ['#112233']
    expect(
      await call('triggerConfetti', {
        ...{ colors: JSON.stringify(colors), disableSound: 'false', ticks: '30' },
        ...{ origin: '{"x":0.1,"y":1}', reason: '', shapes: null },
      }),
    ).toMatchObject({
      ...{ colors, disableSound: false, ticks: 30, origin: { x: 0.1, y: 1 } },
      ...{ reason: 'celebration', shapes: ['square', 'circle'] },
    })
    const given = { timeframe: 'yesterday', limit: '', tz: ' ', topic: null }
    expect(await call('getTopProductsByTimeframe', given)).toEqual(
      await call('getTopProductsByTimeframe', { timeframe: 'yesterday' }),
    )
    const required = await client.callTool({ name: 'searchProducts', arguments: { query: '' } })
    expect(required).toMatchObject({ isError: true })
  })

  it('the error of a failing tool reveals nothing of its cause', async () => {
    const { app, records } = testApp({ parts: { tools: [echo] } })
    const client = await connect(app)
    const call = (word: unknown) => client.callTool({ name: 'echo', arguments: { word } })
    const error = (text: string) => ({ content: [{ type: 'text', text }], isError: true })
    expect(await call('refuse')).toMatchObject(error('Not that word.'))
    expect(await call('break')).toMatchObject(error('An error occurred'))
    expect(await call('far too long')).toMatchObject(error('word: must be short.'))
    expect(JSON.stringify(records())).toContain('secret path')
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
      expect((await listed.json()).result.tools).toHaveLength(TOOLS.length)
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
    ['no JSON-RPC', { method: 'ping' }, -32600],
    ['a method that is a number', { ...message('ping'), method: 7 }, -32600],
    ['a method that is null', { ...message('ping'), method: null }, -32600],
    ['a method that is a list', { ...message('ping'), method: [] }, -32600],
    ['a method that is an object', { ...message('ping'), method: { toString: 1 } }, -32600],
    ['an id that is too long', { ...message('ping'), id: 'i'.repeat(201) }, -32600],
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
    expect(await response.json()).toMatchObject({
      id: 1,
      error: {
        code: -32022,
        message: expect.stringContaining('2025-06-18'),
        data: {
          supported: expect.arrayContaining([MODERN, '2025-11-25']),
          requested: '1999-01-01',
        },
      },
    })
  })

  it.each(['1999-01-01', '2099-01-01', 'draft'])(
    'initialize is negotiated with the unknown revision %s in its header and its params',
    async (version) => {
      const clientInfo = { name: 'odd', version: '1' }
      const params = { protocolVersion: version, capabilities: {}, clientInfo }
      const init = post(message('initialize', params), { 'mcp-protocol-version': version })
      const { result } = await (await testApp().app.request('/mcp', init)).json()
      expect(result.protocolVersion).toBe('2025-11-25')
    },
  )

  it.each([undefined, null, {}, { protocolVersion: '2025-11-25' }])(
    'initialize with the params %j says what is missing',
    async (params) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      const { error } = await (await testApp().app.request('/mcp', post(body))).json()
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('clientInfo') })
    },
  )

  it.each([undefined, null, {}])('the arguments %j are the defaults', async (args) => {
    const { app } = testApp()
    const params = { name: 'getTopProducts', arguments: args }
    for (const init of [post(message('tools/call', params)), modern('tools/call', { params })]) {
      const { result } = await (await app.request('/mcp', init)).json()
      expect(result.structuredContent).toMatchObject({ limit: 3 })
    }
  })

  it('a message over 1 MiB is rejected', async () => {
    const response = await testApp().app.request('/mcp', post('x'.repeat(2 ** 20 + 1)))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'payload-too-large' })
  })

  it('a request of 2026-07-28 needs no handshake, and says how long its answer holds', async () => {
    const { app } = testApp()
    const response = await app.request('/mcp', modern('server/discover'))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).not.toBeNull()
    const cached = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' }
    const { result } = await response.json()
    expect(result).toMatchObject({ ...cached, supportedVersions: [MODERN] })
    for (const list of ['tools', 'prompts', 'resources']) {
      const listed = await (await app.request('/mcp', modern(`${list}/list`))).json()
      expect(listed.result).toMatchObject({ ...cached, [list]: expect.any(Array) })
    }
    const params = { name: 'getTopProducts', arguments: {} }
    const called = await (await app.request('/mcp', modern('tools/call', { params }))).json()
    expect(called.result).toMatchObject({ resultType: 'complete' })
    expect(called.result).not.toHaveProperty('ttlMs')
  })

  const other = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
  const [list, call, none] = ['tools/list', 'tools/call', {}]
  it.each<[string, number, number, string, Record<string, unknown>, object?]>([
    ['a version of its own', 400, -32022, list, { _meta: other }, { [VERSION]: '2099-01-01' }],
    ['a header that names another version', 400, -32020, list, none, { [VERSION]: '2025-11-25' }],
    ['a header that names another method', 400, -32020, list, none, { 'mcp-method': call }],
    ['a header that names another tool', 400, -32020, call, { name: 'a' }, { 'mcp-name': 'b' }],
    ['a method of its own', 404, -32601, 'tools/dance', none],
    ['a method of older revisions', 404, -32601, 'ping', none],
    ['a subscription, which nothing is sent to', 404, -32601, 'subscriptions/listen', none],
    ['a prompt that nobody has', 200, -32602, 'prompts/get', { name: 'a' }],
    ['a tool that nobody has', 200, -32602, call, { name: 'toString' }],
  ])(
    'a request of 2026-07-28 with %s is rejected',
    async (_name, status, code, method, params, headers = {}) => {
      const response = await testApp().app.request('/mcp', modern(method, { params, headers }))
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ id: 1, error: { code } })
    },
  )

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
