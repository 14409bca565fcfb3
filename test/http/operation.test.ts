import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Env } from '../../src/http/env.ts'
import { operation } from '../../src/http/operation.ts'
import { routeGroup } from '../../src/http/route-group.ts'

const Greeting = z.object({ text: z.string() })
const about = { operationId: 'greet', tags: ['Test'], summary: 'Greets' }

function request(group: { routes: Hono<Env> }, path: string, init?: RequestInit) {
  const app = new Hono<Env>().use((c, next) => {
    c.set('headers', { 'x-request-id': 'id' })
    return next()
  })
  app.onError((error) => new Response(error.message, { status: 413 }))
  return app.route('/', group.routes).request(path, init)
}

describe('operation()', () => {
  const greet = operation({
    ...about,
    method: 'get',
    path: '/greet/{name}',
    params: z.object({ name: z.string() }),
    data: Greeting,
    handle: ({ params }) => ({ text: `Hello ${params.name}` }),
  })

  it('the data that a handler returns is the JSON of the response', async () => {
    const response = await request(routeGroup([greet]), '/greet/ann')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toBe('id')
    expect(await response.json()).toEqual({ text: 'Hello ann' })
  })

  it('a response that a handler returns is left as it is', async () => {
    const own = operation({
      ...about,
      method: 'get',
      path: '/own',
      data: Greeting,
      handle: () => new Response('own', { status: 202 }),
    })
    const response = await request(routeGroup([own]), '/own')
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('own')
  })

  it('the OpenAPI entry has the input, the data and the error', () => {
    expect(routeGroup([greet]).paths).toEqual({
      '/greet/{name}': {
        get: {
          ...about,
          requestParams: { path: expect.any(z.ZodObject) },
          responses: {
            200: {
              description: 'The answer.',
              content: { 'application/json': { schema: Greeting } },
            },
            default: expect.any(Object),
          },
        },
      },
    })
  })
})

describe('routeGroup()', () => {
  const echo = operation({
    ...about,
    method: 'post',
    path: '/echo',
    body: Greeting,
    data: Greeting,
    handle: ({ body }) => body,
  })
  const list = operation({
    ...about,
    operationId: 'list',
    method: 'get',
    path: '/echo',
    data: Greeting,
    handle: () => ({ text: 'listed' }),
  })

  it('operations of one path share its OpenAPI item', () => {
    const { paths } = routeGroup([echo, list])
    expect(Object.keys(paths['/echo'] ?? {})).toEqual(['post', 'get'])
  })

  it('the body of an operation that reads one is limited to 1 MiB', async () => {
    const group = routeGroup([echo])
    const post = (text: string) =>
      request(group, '/echo', { method: 'POST', body: JSON.stringify({ text }) })
    expect((await post('hi')).status).toBe(200)
    const response = await post('x'.repeat(1024 * 1024))
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('The body must not be larger than 1 MiB.')
  })
})
