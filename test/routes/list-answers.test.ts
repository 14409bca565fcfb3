import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../src/core/abort.ts'
import type { Product } from '../../src/ranking/product.ts'
import { fixedCatalogue } from '../../src/sources/catalogue.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const ROUTES = ['/api/top', '/api/top-week', '/api/top-range', '/api/search?q=kite']

function product(id: string, parts: Partial<Product> = {}): Product {
  return {
    id,
    name: `Kite ${id}`,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 5,
    commentsCount: 0,
    launchedAt: '2026-11-20T10:00:00.000Z',
    topics: [],
    ...parts,
  }
}

const PRODUCTS = [
  product('1', { votesCount: 9, topics: ['Games', 'Developer Tools'] }),
  product('2', { tagline: 'Says "hi",\r\nthen leaves', url: 'https://kite.example/?a=1,2' }),
  product('3', { name: 'Kite über', topics: ['developer tools'], commentsCount: null }),
]

function appOf(products = PRODUCTS, env = {}) {
  return testApp({
    env,
    runtime: { node: { isLoopback: true, catalogue: fixedCatalogue({ products }) } },
  }).app
}

const app = appOf()

function ask(path: string, parameters = '', headers: Record<string, string> = {}) {
  const separator = path.includes('?') ? '&' : '?'
  return app.request(parameters ? `${path}${separator}${parameters}` : path, { headers })
}

async function errorOf(response: Response) {
  const body = await response.json()
  return { status: response.status, error: body.error }
}

describe('a list as CSV', () => {
  it.each(ROUTES)('%s as CSV has a header row and a row for each product', async (path) => {
    const response = await ask(path, 'format=csv')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const text = await response.text()
    expect(
      text.startsWith(
        'rank,id,name,tagline,url,imageUrl,votesCount,commentsCount,launchedAt,topics\r\n1,',
      ),
    ).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    const { data, errors } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true })
    expect(errors).toEqual([])
    expect(data.map(({ id }) => id).sort()).toEqual(['1', '2', '3'])
    expect(data.find(({ id }) => id === '1')).toMatchObject({ topics: 'Games;Developer Tools' })
    expect(data.find(({ id }) => id === '2')).toMatchObject({
      tagline: 'Says "hi",\r\nthen leaves',
      url: 'https://kite.example/?a=1,2',
    })
    expect(data.find(({ id }) => id === '3')).toMatchObject({ commentsCount: '', tagline: '' })
  })

  it.each([
    ['/api/top', 'launchboard-top-2026-11-20.csv'],
    ['/api/search?q=kite', 'launchboard-search-2026-11-20.csv'],
    ['/api/top-week?days=3', 'launchboard-2026-11-17--2026-11-20.csv'],
    ['/api/top-range?timeframe=yesterday&tz=Asia/Tokyo', 'launchboard-2026-11-20.csv'],
    ['/api/top-range?timeframe=2026-11-03/2026-11-05', 'launchboard-2026-11-03--2026-11-05.csv'],
  ])('%s as CSV has a file named for its window', async (path, file) => {
    const { headers } = await ask(path, 'format=csv')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
  })

  it('CSV has headers for what JSON says beside the list', async () => {
    const { headers } = await ask('/api/top-week', 'format=csv')
    expect(headers.get('x-source')).toBe('catalogue')
    expect(headers.get('x-as-of')).toBe(NOW.toISOString())
    expect(headers.get('x-stale')).toBe('false')
    expect(headers.get('access-control-expose-headers')).toContain('x-as-of')
  })

  it.each([
    ['text/csv', 'csv'],
    ['text/csv, application/json;q=0.5', 'csv'],
    ['text/csv, */*', 'csv'],
    ['application/json;q=0.4, text/csv;q=0.9', 'csv'],
    ['application/json, text/csv;q=0.9', 'json'],
    ['text/csv;q=0, */*', 'json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['image/png', 'json'],
    ['', 'json'],
  ])('Accept: %s gets %s', async (accept, format) => {
    const response = await ask('/api/top', '', { accept })
    const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json'
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('vary')).toBe('Accept')
  })

  it('format takes precedence over Accept, and then the response does not vary by it', async () => {
    const json = await ask('/api/top', 'format=json', { accept: 'text/csv' })
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(json.headers.get('vary')).toBeNull()
    const csv = await ask('/api/top', 'format=csv', { accept: 'application/json' })
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  })

  it('a list varies by Origin too where the origins are listed', async () => {
    const listed = appOf(PRODUCTS, { CORS_ORIGINS: 'https://a.example' })
    expect((await listed.request('/api/top')).headers.get('vary')).toBe('Origin, Accept')
  })

  it.each(['xml', 'CSV'])('format=%s is rejected', async (format) => {
    const { status, error } = await errorOf(await ask('/api/top', `format=${format}`))
    expect(status).toBe(400)
    expect(error).toContain('format: must be json, csv or ndjson')
  })

  it('an error is JSON, also when CSV was requested', async () => {
    const response = await ask('/api/top', 'format=csv&limit=abc')
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
  })
})

describe('a list of one topic', () => {
  it.each(ROUTES)('%s with a topic has only its products, and names the topic', async (path) => {
    for (const topic of ['Developer Tools', 'DEVELOPER tools', 'developer-tools']) {
      const response = await ask(path, `topic=${encodeURIComponent(topic)}`)
      const { posts, hits = posts, ...body } = await response.json()
      expect(body.topic).toBe(topic)
      expect(hits.map(({ id }: Product) => id).sort()).toEqual(['1', '3'])
      expect(body.note).toBeUndefined()
    }
  })

  it.each(ROUTES)('%s names similar topics where no product has the topic', async (path) => {
    const response = await ask(path, 'topic=developr')
    expect(response.status).toBe(200)
    const { posts, hits = posts, note } = await response.json()
    expect(hits).toEqual([])
    expect(note).toBe('No launch has the topic developr. Similar topics: Developer Tools.')
  })

  it('a known topic without launches in the window is an empty list without a note', async () => {
    const body = await (await ask('/api/top-range', 'timeframe=2020&topic=games')).json()
    expect(body.posts).toEqual([])
    expect(body.note).toBeUndefined()
  })

  it.each(['%20', '-', 'x'.repeat(101)])('topic=%s is rejected', async (topic) => {
    const { status, error } = await errorOf(await ask('/api/top', `topic=${topic}`))
    expect(status).toBe(400)
    expect(error).toMatch(/^topic: must /)
  })

  it('a search that cannot filter by topic rejects one before any request', async () => {
    const env = { ALGOLIA_APP_ID: 'a', ALGOLIA_API_KEY: 'k', ALGOLIA_INDEX: 'i' }
    const { app } = testApp({ env: { ...env, ALGOLIA_URL: 'http://127.0.0.1:1' } })
    const { status, error } = await errorOf(await app.request('/api/search?q=kite&topic=games'))
    expect(status).toBe(400)
    expect(error).toBe(
      'topic: cannot be used, because Algolia does not filter by topic. Leave it out.',
    )
  })
})

describe('a parameter that looks like one of ours', () => {
  it.each([
    ['/api/top-range', 'timezone', 'unknown parameter, use tz'],
    ['/api/top-range', 'time_zone', 'unknown parameter, use tz'],
    ['/api/top-range', 'zone', 'unknown parameter, use tz'],
    ['/api/top', 'timezone', 'only /api/top-range supports this, as tz'],
    ['/api/top', 'tz', 'only /api/top-range supports this, as tz'],
    ['/api/top-week', 'tz', 'only /api/top-range supports this, as tz'],
    ['/api/search?q=a', 'tz', 'only /api/top-range supports this, as tz'],
    ['/api/search?q=a', 'TZ', 'only /api/top-range supports this, as tz'],
    ['/api/top', 'page', 'only /api/launches supports this, as cursor'],
    ['/api/launches', 'offset', 'unknown parameter, use cursor'],
    ['/api/top', 'per_page', 'unknown parameter, use limit'],
    ['/api/top', 'perPage', 'unknown parameter, use limit'],
    ['/api/top', 'Limit', 'unknown parameter, use limit'],
    ['/api/search?q=a', 'count', 'unknown parameter, use limit'],
    ['/api/top-week', 'n', 'unknown parameter, use limit'],
    ['/api/top-week', 'size', 'unknown parameter, use limit'],
    ['/api/top-range', 'from', 'unknown parameter, use timeframe'],
    ['/api/top-range', 'to', 'unknown parameter, use timeframe'],
    ['/api/top-range', 'tf', 'unknown parameter, use timeframe'],
    ['/api/top', 'first', 'unknown parameter, use limit'],
    ['/api/search?q=a', 'term', 'unknown parameter, use q'],
    ['/api/top', 'tag', 'unknown parameter, use topic'],
    ['/api/top-week', 'since', 'only /api/top-range supports this, as timeframe'],
    ['/api/top', 'until', 'only /api/top-range supports this, as timeframe'],
    ['/api/top-week', 'day', 'unknown parameter, use days'],
    ['/api/top-range', 'date', 'unknown parameter, use timeframe'],
    ['/api/top-week', 'period', 'unknown parameter, use days'],
    ['/api/top-range', 'window', 'unknown parameter, use timeframe'],
    ['/api/top', 'sort', 'the order cannot be chosen'],
    ['/api/top', 'order', 'the order cannot be chosen'],
    ['/api/search?q=a', 'query', 'unknown parameter, use q'],
    ['/api/top', 'query', 'only /api/search supports this, as q'],
    ['/api/top', 'category', 'unknown parameter, use topic'],
    ['/api/top', 'days', 'only /api/top-week supports this, as days'],
    ['/api/top-week', 'timeframe', 'only /api/top-range supports this, as timeframe'],
  ])(
    'a parameter that looks like one of ours is rejected: %s with %s',
    async (path, name, message) => {
      const { status, error } = await errorOf(await ask(path, `${name}=1`))
      expect(status).toBe(400)
      expect(error).toBe(`${name}: ${message}.`)
    },
  )

  it.each(['utm_source=x', 'fbclid=1', '_=2', 'constructor=1', '__proto__=1', 'utm_a=1&utm_a=2'])(
    'a parameter that others add is ignored: %s',
    async (parameters) => {
      expect((await ask('/api/top', parameters)).status).toBe(200)
    },
  )

  it.each([
    ['/api/top', 'limit=&topic=&format='],
    ['/api/top-week', 'limit=&days=&topic='],
    ['/api/top-range', 'limit=&tz=&timeframe=&topic='],
    ['/api/search?q=notes', 'limit=&topic='],
  ])('%s takes empty parameters as absent', async (path, parameters) => {
    expect(await (await ask(path, parameters)).json()).toEqual(await (await ask(path)).json())
  })

  it.each(ROUTES)('%s rejects a parameter that is given twice', async (path) => {
    const { status, error } = await errorOf(await ask(path, 'limit=1&limit=2'))
    expect(status).toBe(400)
    expect(error).toBe('limit: must be given once.')
  })
})

describe('a list whose caller leaves', () => {
  // As on Workers. On Node the reason is no error: see the tests of its own.
  it('a list whose caller leaves for a reason that is an error is logged as 499', async () => {
    const ranking = fakeSource({
      top: ({ signal }) => untilAborted(new Promise(() => {}), signal),
    })
    const { app, records } = testApp({ parts: { ranking } })
    const leaving = new AbortController()
    const response = app.request('/api/top', { signal: leaving.signal })
    leaving.abort()
    expect((await response).status).toBe(499)
    expect(records()).toMatchObject([{ event: 'request', level: 'info', status: 499 }])
  })
})
