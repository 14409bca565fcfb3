import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parse } from '../../src/core/validation.ts'
import { declaredQuery } from '../../src/http/query.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'

const Query = z.object({
  timeframe: z.string().default('today'),
  tz: z.string().optional(),
  per_page: z.string().optional(),
})

const read = (query: string) => {
  const given: Record<string, string[]> = Object.create(null)
  const parameters = new URLSearchParams(query)
  for (const name of new Set(parameters.keys())) given[name] = parameters.getAll(name)
  return parse(declaredQuery(Query, '/list'), given)
}

describe('the query of a route', () => {
  it.each([
    ['timezone=UTC', 'timezone: not a parameter of /list; it takes timeframe, tz, per_page'],
    ['perPage=2', 'perPage: not a parameter of /list; it takes per_page, timeframe, tz'],
    ['TZ=UTC', 'TZ: not a parameter of /list; it takes tz, timeframe, per_page'],
    ['constructor=1', 'constructor: not a parameter of /list; it takes timeframe, tz, per_page'],
    ['tz=UTC&tz=', 'tz: must be given once'],
  ])('?%s is rejected', (query, message) => {
    expect(() => read(query)).toThrow(`${message}.`)
  })

  it.each(['utm_source=x&utm_source=y', 'fbclid=1', 'ref=hn', '_=2', '__proto__=1', '_rsc=a'])(
    'what others add to addresses passes: ?%s',
    (query) => {
      expect(read(query)).toEqual({ timeframe: 'today' })
    },
  )

  it('an empty parameter is absent', () => {
    expect(read('timeframe=&tz=')).toEqual({ timeframe: 'today' })
  })
})

describe('an unknown parameter', async () => {
  const { app } = await testPlatform()
  const document = await (await app.request('/openapi.json')).json()
  const gets = Object.entries<{ get?: { parameters?: { name: string; in: string }[] } }>(
    document.paths,
  ).flatMap(([path, { get }]) => {
    if (!get) return []
    const names = (get.parameters ?? []).flatMap((one) => (one.in === 'query' ? one.name : []))
    return [{ path, names }]
  })
  const headers = { apikey: KEY, onbehalfof: 'ann' }

  it.each(gets.filter(({ path, names }) => path.startsWith('/api/') || names.length > 0))(
    'is a 400 that lists those of $path',
    async ({ path, names }) => {
      const address = path.replace('{reaction}', ':smile:').replaceAll(/\{.*?\}/g, '1')
      const response = await app.request(`${address}?timezone=UTC`, { headers })
      expect(response.status).toBe(400)
      const listed = names.join(', ') || 'no parameters'
      expect(await response.text()).toContain(`not a parameter of ${path}; it takes ${listed}`)
    },
  )

  it('is ignored where probes and platforms add their own', async () => {
    expect((await app.request('/health?check=1')).status).toBe(200)
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] })
    const answer = await app.request('/stream?source=platform', { method: 'POST', body })
    expect(answer.status).toBe(200)
    await answer.text()
  })
})
