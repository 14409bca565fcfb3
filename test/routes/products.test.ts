import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Product } from '../../src/ranking/product.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { NOW, testApp } from '../helper/test-services.ts'

function product(id: string, launchedAt: string | null, topics: string[] = []): Product {
  const counts = { votesCount: 100 - id.length, commentsCount: 0 }
  return { id, name: id, tagline: null, url: null, imageUrl: null, ...counts, launchedAt, topics }
}

const PRODUCTS = [
  product('monday', '2026-11-16T12:00:00.000Z', ['AI']),
  product('late friday', '2026-11-21T04:59:00.000Z', ['ai', 'Games']),
  product('a/b?c=%25#', '2026-11-20T12:00:00.000Z', ['Games']),
  product('timeless', null, ['Games']),
  product('🛶', '9999-12-31T12:00:00.000Z'),
]
const catalogue = fixedCatalogue({ products: PRODUCTS })
const { app } = testApp({ parts: { ranking: catalogueSource(catalogue, { now: () => NOW }) } })

const NOT_RECORDED = 'Votes over time of this launch are not recorded.'
const UNRECORDED = {
  firstVotes: null,
  votesByHour: null,
  pace: null,
  benchmark: null,
  unknown: { pace: NOT_RECORDED, benchmark: NOT_RECORDED },
}

function leader(id: string, counts: { rank: number; votesCount: number; votesNeeded: number }) {
  return { id, name: id, url: null, pace: null, ...counts }
}

async function ask(id: string, query = '') {
  const response = await app.request(`/api/products/${encodeURIComponent(id)}${query}`)
  return { status: response.status, body: await response.json() }
}

describe('GET /api/products/{id}', () => {
  it('a product has its ranks in its day, week and month, and more of its topics', async () => {
    const { status, body } = await ask('late friday')
    expect(status).toBe(200)
    const { related, ranks, ...rest } = body
    expect(rest).toEqual({
      product: PRODUCTS[1],
      tz: 'America/New_York',
      source: 'catalogue',
      ...UNRECORDED,
      leaders: [
        leader('a/b?c=%25#', { rank: 1, votesCount: 90, votesNeeded: 2 }),
        leader('late friday', { rank: 2, votesCount: 89, votesNeeded: 0 }),
      ],
      asOf: NOW.toISOString(),
      stale: false,
    })
    expect(related.map(({ id }: Product) => id)).toEqual(['monday', 'timeless', 'a/b?c=%25#'])
    expect(ranks.day).toEqual({
      rank: 2,
      of: 2,
      window: {
        postedAfter: '2026-11-20T05:00:00.000Z',
        postedBefore: '2026-11-21T05:00:00.000Z',
        from: '2026-11-20',
        to: '2026-11-20',
        label: 'day',
      },
      neighbours: [PRODUCTS[2]],
      votesToNext: 2,
      votesAhead: null,
      isClear: null,
    })
    expect(ranks.week).toMatchObject({ rank: 3, of: 3, window: { label: 'week' } })
    expect(ranks.month).toMatchObject({ rank: 3, of: 3, window: { label: 'month' } })
  })

  it('the day of a launch is that of the time zone', async () => {
    const { body } = await ask('late friday', '?tz=Europe/Berlin')
    expect(body.tz).toBe('Europe/Berlin')
    expect(body.ranks.day).toMatchObject({
      rank: 1,
      of: 1,
      window: { postedAfter: '2026-11-20T23:00:00.000Z' },
    })
  })

  it.each(['timeless', '🛶'])('the ranks of %j, whose day is unknown, are null', async (id) => {
    const { status, body } = await ask(id)
    expect(status).toBe(200)
    expect(body.ranks).toEqual({ day: null, week: null, month: null })
  })

  it.each(['a/b?c=%25#', 'monday'])('%j is found by its escaped id', async (id) => {
    expect((await ask(id)).body.product.id).toBe(id)
  })

  it.each(['nobody', '__proto__', '...', '%', '\u0000', '<script>', '語'])(
    'there is no product %j',
    async (id) => {
      const { status, body } = await ask(id)
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not-found', error: 'There is no product with this id.' })
    },
  )

  it.each([
    ['monday', '?tz=Nowhere', 'tz: must be an IANA time zone, such as America/New_York.'],
    ['x'.repeat(513), '', 'id: must have at most 512 characters.'],
  ])('a request for %.10s with %j is invalid', async (id, query, error) => {
    expect(await ask(id, query)).toMatchObject({ status: 400, body: { error } })
  })

  it('a product that only the search has comes without ranks', async () => {
    const found = { ...product('hit', '2026-11-20T12:00:00.000Z', ['AI']) }
    const result = { source: 'algolia' as const, asOf: NOW.toISOString(), stale: false }
    const search = {
      name: 'algolia' as const,
      search: async () => ({ products: [], ...result }),
      product: async ({ id }: { id: string }) => ({
        products: id === 'hit' ? [found] : [],
        ...result,
      }),
    }
    const { app: searching } = testApp({ parts: { search } })
    expect(await (await searching.request('/api/products/hit')).json()).toEqual({
      product: found,
      tz: 'America/New_York',
      ranks: { day: null, week: null, month: null },
      ...UNRECORDED,
      leaders: [],
      related: [],
      ...result,
    })
    expect((await searching.request('/api/products/none')).status).toBe(404)
    expect((await searching.request('/products/hit')).status).toBe(200)
  })

  it('a source that fails is a failure, not a product that is missing', async () => {
    const failing = () => Promise.reject(new AppError('upstream-timeout', 'Too slow.'))
    for (const parts of [
      { ranking: fakeSource({ product: failing }) },
      { ranking: { ...catalogueSource(catalogue, { now: () => NOW }), rank: failing } },
    ]) {
      const response = await testApp({ parts }).app.request('/api/products/monday')
      expect(response.status).toBe(504)
    }
  })
})

describe('a launch against time and others', () => {
  const { app: sample } = testApp()
  const get = async (path: string) => (await sample.request(path)).json()

  it('its pace is that of two readings, and the price of a place is votes', async () => {
    const { posts } = await get('/api/top-range?timeframe=today&limit=7')
    const last = posts.at(-1)
    const body = await get(`/api/products/${last.id}`)
    const { from, until, gained, perHour } = body.pace
    expect(until).toEqual({ at: NOW.toISOString(), votes: last.votesCount })
    expect(from.at).toBe('2026-11-20T17:00:00.000Z')
    expect(gained).toBe(until.votes - from.votes)
    expect(perHour).toBe(gained)
    expect(body.leaders).toHaveLength(5)
    for (const { id, rank, votesNeeded, votesCount } of body.leaders) {
      expect(id).toBe(posts[rank - 1].id)
      expect(votesNeeded).toBe(votesCount - last.votesCount + 1)
    }
    expect(body.ranks.day.votesToNext).toBe(posts[5].votesCount - last.votesCount + 1)
    expect(body.benchmark.compared).toBeGreaterThan(100)
    expect(body.unknown).toEqual({})
  })

  it('so many votes at an age are compared with what launches had at it', async () => {
    const [few, many] = await Promise.all(
      [0, 100_000].map((votes) => get(`/api/benchmark?hours=6&votes=${votes}`)),
    )
    expect(few).toMatchObject({ hours: 6, votes: 0, percentile: 0 })
    expect(many).toMatchObject({ percentile: 100, compared: few.compared })
    const half = await get(`/api/benchmark?hours=6&votes=${few.median}`)
    expect(Math.abs(half.percentile - 50)).toBeLessThanOrEqual(2)
    const best = await get(`/api/benchmark?hours=6&votes=${few.bestTenth}`)
    expect(Math.abs(best.percentile - 90)).toBeLessThanOrEqual(2)
    expect(await get('/api/benchmark')).toMatchObject({ hours: 24, percentile: null })
  })

  it.each([
    ['votes=-1', 'votes: must be a whole number from 0.'],
    ['votes=4.5', 'votes: must be a whole number from 0.'],
    ['hours=0', 'hours: must be a whole number from 1 to 168.'],
    ['hours=600&votes=40', 'hours: must be a whole number from 1 to 168.'],
  ])('%s cannot be compared', async (query, error) => {
    expect(await get(`/api/benchmark?${query}`)).toMatchObject({ error })
  })
})
