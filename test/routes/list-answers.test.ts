import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../src/core/abort.ts'
import type { Product } from '../../src/ranking/product.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
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
        'rank,id,name,tagline,url,imageUrl,votesCount,commentsCount,launchedAt,topics,website,description,featured,makers\r\n1,',
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
    ['/api/top-range?timeframe=yesterday&tz=America/Vancouver', 'launchboard-2026-11-19.csv'],
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
    const initials = await (await ask(path, 'topic=DT')).json()
    expect(initials.note).toBe('No launch has the topic DT. Similar topics: Developer Tools.')
  })

  it.each(['/api/top', '/api/top-week', '/api/top-range'])(
    '%s has launches of so many votes, and of the first places',
    async (path) => {
      const ids = async (query: string) => {
        const { posts } = await (await ask(path, query)).json()
        return posts.map(({ id }: Product) => id)
      }
      expect(await ids('minVotes=6')).toEqual(['1'])
      expect(await ids('minVotes=10')).toEqual([])
      expect(await ids('maxRank=2')).toEqual(['1', '2'])
      expect(await ids('maxRank=2&limit=1')).toEqual(['1'])
      expect(await errorOf(await ask(path, 'minVotes=x&maxRank=0'))).toEqual({
        status: 400,
        error: 'minVotes: must be a whole number from 0; maxRank: must be a whole number from 1.',
      })
    },
  )

  it('a row of CSV has its place in the whole list', async () => {
    const posts = [PRODUCTS[0], PRODUCTS[2]]
    const launches = async () => ({
      ...(await fakeSource({}).launches({ limit: 3 })),
      products: posts.flatMap((one) => one ?? []),
      ranks: [2, 7],
    })
    const { app } = testApp({ parts: { ranking: fakeSource({ launches }) } })
    const csv = await (await app.request('/api/top-range?minVotes=1&format=csv')).text()
    expect(csv.split('\r\n').map((row) => row.split(',')[0])).toEqual(['rank', '2', '7', ''])
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
