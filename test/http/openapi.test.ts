import { describe, expect, it } from 'vitest'
import { PAGE_PATHS } from '../../src/routes/page.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import { post, testApp } from '../helper/test-services.ts'

const { app } = testApp()
const document = await (await app.request('/openapi.json')).json()

describe('GET /openapi.json', () => {
  it('the document has every mounted route, and no other', () => {
    const undescribed = [...PAGE_PATHS, '/products/:id', '/products/:id/badge.svg', '/openapi.json']
    const mounted = app.routes
      .filter(({ method, path }) => method !== 'ALL' && !undescribed.includes(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(
      ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual([...new Set(mounted)].sort())
  })

  it('each parameter has the range and the default that the route uses', () => {
    const [days, limit] = document.paths['/api/top-week'].get.parameters
    expect(days).toMatchObject({
      in: 'query',
      name: 'days',
      schema: { type: 'integer', minimum: 1, maximum: 31, default: 7 },
    })
    expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 10, default: 3 })
    expect(limit.required).not.toBe(true)
    const [q] = document.paths['/api/search'].get.parameters
    expect(q).toMatchObject({
      name: 'q',
      required: true,
      schema: { type: 'string', maxLength: 512 },
    })
  })

  it('responses and errors have one schema each', () => {
    const { responses } = document.paths['/api/top'].get
    const good = responses['200'].content['application/json'].schema
    expect(good).toEqual({ $ref: '#/components/schemas/TopProducts' })
    const bad = responses.default.content['application/json'].schema
    expect(bad).toEqual({ $ref: '#/components/schemas/Failure' })
    expect(Object.keys(document.components.schemas.Product.properties)).toContain('votesCount')
  })

  it('generators write no type that TypeScript refuses or takes for one of its own', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => name in globalThis || name === 'Window')).toEqual([])
    const lists = document.paths['/api/top'].get.responses
    expect(Object.keys(lists)).toEqual(['200', '400', 'default'])
    expect(Object.keys(lists['200'].content)).toEqual(['application/json', 'text/csv'])
    const { threadId, thread_id } = document.components.schemas.StreamRequest.properties
    expect(threadId).toEqual(thread_id)
    expect(threadId).toHaveProperty('$ref')
    const { tool_choice } = document.components.schemas.ChatCompletionRequest.properties
    expect(tool_choice.anyOf.filter((one: object) => 'anyOf' in one)).toEqual([])
  })

  it('errors have the closed list of their codes', () => {
    const { code } = document.components.schemas.Failure.properties
    expect(code.enum).toEqual(expect.arrayContaining(['invalid-request', 'rate-limited']))
  })

  it('the items of a stream have a schema of their own', () => {
    for (const path of ['/stream', '/agent', '/api/ui/chat']) {
      const [content] = Object.values<{ schema: { contentSchema: { $ref: string } } }>(
        document.paths[path].post.responses['200'].content,
      )
      const name = content?.schema.contentSchema.$ref.split('/').at(-1) ?? ''
      expect(document.components.schemas[name].oneOf.length, path).toBeGreaterThan(5)
    }
  })

  it('the document says how a token is sent, required or not', async () => {
    const token = 'a-token-of-the-document'
    const { app: guarded } = testApp({ env: { AGENT_TOKENS: token } })
    const headers = { authorization: `Bearer ${token}` }
    const required = await (await guarded.request('/openapi.json', { headers })).json()
    for (const { components } of [document, required]) {
      expect(components.securitySchemes).toMatchObject({
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      })
    }
    expect(required.security).toEqual([{ bearer: [] }, { apiKey: [] }])
    expect(document.security).toEqual([{}, { bearer: [] }, { apiKey: [] }])
    expect(document.paths['/health'].get.security).toEqual([])
  })

  it('the examples of every operation are accepted by it', async () => {
    const { app } = await testPlatform({ env: { ALLOW_LOCAL_AGENTS: 'true' } })
    const { paths, tags } = await (await app.request('/openapi.json')).json()
    const described = tags.map(({ name }: { name: string }) => name)
    let asked = 0
    for (const [path, item] of Object.entries<Record<string, Operation>>(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const { operationId, parameters = [], requestBody } = operation
        expect(described).toEqual(expect.arrayContaining(operation.tags))
        if (NEED_AN_AGENT.includes(operationId)) continue
        const examples = parameters.filter(({ required, example }) => required || example)
        const within = (place: string) =>
          examples
            .filter((one) => one.in === place)
            .map(({ name, example }) => [name, example ?? ''])
        const address = within('path').reduce(
          (url, [name, example]) => url.replace(`{${name}}`, encodeURIComponent(String(example))),
          path,
        )
        const body = requestBody && post(requestBody.content['application/json'].example)
        const response = await app.request(`${address}?${new URLSearchParams(within('query'))}`, {
          ...body,
          method: method.toUpperCase(),
          headers: { ...body?.headers, apikey: KEY, ...Object.fromEntries(within('header')) },
        })
        const text = await textOf(response)
        asked += 1
        // There what is asked for may not be there yet, or no longer.
        const good = /^\/(v3|runs|api\/watches)/.test(path) ? [200, 403, 404, 409] : [200, 204]
        expect(good, `${operationId} ${response.status} ${text}`).toContain(response.status)
      }
    }
    expect(asked).toBeGreaterThan(40)
  }, 60_000)
})

/** Of a stream that its reader ends there is nothing to read. */
async function textOf(response: Response) {
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (!isStream) return response.text()
  await response.body!.cancel()
  return 'a stream'
}

/** One would go and ask it, the other wants an answer of its to be there. */
const NEED_AN_AGENT = ['testAgent', 'handBackToolResult']

interface Operation {
  operationId: string
  tags: string[]
  parameters?: { in: string; name: string; required?: boolean; example?: string }[]
  requestBody?: { content: { 'application/json': { example?: unknown } } }
}
