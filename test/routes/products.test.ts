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
      firstVotes: null,
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
      firstVotes: null,
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
