import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()
const document = await (await app.request('/openapi.json')).json()

describe('GET /openapi.json', () => {
  it('describes every route that is mounted, and no other', () => {
    const undescribed = ['/', '/openapi.json']
    const mounted = app.routes
      .filter(({ method, path }) => method !== 'ALL' && !undescribed.includes(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(
      ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual([...new Set(mounted)].sort())
  })

  it('gives each parameter the range and the default that the route keeps', () => {
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

  it('describes answers and failures by one schema each', () => {
    const { responses } = document.paths['/api/top'].get
    const good = responses['200'].content['application/json'].schema
    expect(good).toEqual({ $ref: '#/components/schemas/TopProducts' })
    const bad = responses.default.content['application/json'].schema
    expect(bad).toEqual({ $ref: '#/components/schemas/Failure' })
    expect(Object.keys(document.components.schemas.Product.properties)).toContain('votesCount')
  })
})
