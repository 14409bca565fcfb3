import { describe, expect, it } from 'vitest'
import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'
import { type Catalogue, catalogueSource } from '../../src/sources/catalogue.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'

function product(id: string, launchedAt: string, votesCount: number): Product {
  return {
    id,
    name: `Product ${id}`,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount,
    commentsCount: null,
    launchedAt,
    topics: [],
  }
}

const PRODUCTS = [
  product('before', '2026-01-30T23:59:59.999Z', 50),
  product('midnight', '2026-01-31T00:00:00.000Z', 10),
  product('noon', '2026-01-31T12:00:00.000Z', 30),
  product('evening', '2026-01-31T20:00:00.000Z', 99),
]

const STILL: Catalogue = fixedCatalogue({ products: PRODUCTS })

function sourceAt(catalogue: Catalogue, ...instants: string[]) {
  const [first = ''] = instants
  return catalogueSource(catalogue, { now: () => new Date(instants.shift() ?? first) })
}

function day(date: string) {
  const postedAfter = `${date}T00:00:00.000Z`
  return { postedAfter, postedBefore: new Date(Date.parse(postedAfter) + 86_400_000).toISOString() }
}

const ids = ({ products }: { products: Product[] }) => products.map(({ id }) => id)

describe('catalogueSource()', () => {
  it('an answer of the catalogue has its origin and the time it was read', async () => {
    const source = sourceAt(STILL, '2026-02-01T10:20:30.456Z')
    const { products, ...provenance } = await source.top({ order: 'VOTES', limit: 1 })
    expect(source.name).toBe('catalogue')
    expect(provenance).toEqual({
      source: 'catalogue',
      asOf: '2026-02-01T10:20:30.456Z',
      stale: false,
    })
  })

  it('an answer says when its catalogue was read, and whether the last refresh failed', async () => {
    const readAt = new Date('2026-01-31T17:00:00.000Z')
    const { leaderboard } = await STILL.current()
    const source = sourceAt(
      { current: () => ({ leaderboard, version: 'one', readAt, isStale: true }) },
      '2026-02-01',
    )
    const { asOf, stale } = await source.top({ order: 'VOTES', limit: 1 })
    expect({ asOf, stale }).toEqual({ asOf: readAt.toISOString(), stale: true })
  })

  it('a window of the catalogue is half-open, in the order of the leaderboard', async () => {
    const source = sourceAt(STILL, '2026-02-01T00:00:00.000Z')
    const window = { ...day('2026-01-31'), postedBefore: '2026-01-31T20:00:00.000Z' }
    for (const order of ['VOTES', 'RANKING'] as const) {
      expect(ids(await source.top({ order, window, limit: 10 }))).toEqual(['noon', 'midnight'])
    }
  })

  it('all launches of a window come page by page', async () => {
    const source = sourceAt(STILL, '2026-02-01T00:00:00.000Z')
    const window = day('2026-01-31')
    const first = await source.launches({ window, limit: 2 })
    expect([ids(first), first.total, first.hasMore]).toEqual([['evening', 'noon'], 3, true])
    const from = { version: first.version, offset: 2 }
    const last = await source.launches({ window, limit: 2, from })
    expect([ids(last), last.total, last.hasMore]).toEqual([['midnight'], 3, false])
    const all = await source.launches({ limit: 9 })
    expect([ids(all), all.total]).toEqual([['evening', 'before', 'noon', 'midnight'], 4])
  })

  it('a page is of its version, and gone when that is', async () => {
    const [before, after] = [PRODUCTS, PRODUCTS.toReversed()].map((products, votes) =>
      createLeaderboard(products.map((one, index) => ({ ...one, votesCount: index + votes }))),
    )
    let current = { leaderboard: before!, version: 'before' }
    const source = sourceAt({ current: () => current }, '2026-02-01T00:00:00.000Z')
    const first = await source.launches({ limit: 2 })
    current = { leaderboard: after!, version: 'after' }
    const next = await source.launches({ limit: 2, from: { version: first.version, offset: 2 } })
    expect(new Set([...ids(first), ...ids(next)]).size).toBe(4)
    const gone = source.launches({ limit: 2, from: { version: 'earlier', offset: 2 } })
    await expect(gone).rejects.toMatchObject({ code: 'gone' })
  })

  it('a product is found by its id', async () => {
    const source = sourceAt(STILL, '2026-02-01')
    for (const { id } of PRODUCTS) expect(ids(await source.product({ id }))).toEqual([id])
    for (const id of ['', 'a', 'zzz', 'Noon', 'noon ']) {
      expect(ids(await source.product({ id }))).toEqual([])
    }
  })

  it.each([
    ['evening', 1, ['noon']],
    ['noon', 2, ['evening', 'midnight']],
    ['midnight', 3, ['noon']],
  ])('%s is at rank %i of its day, beside its neighbours', async (id, rank, neighbours) => {
    const found = await sourceAt(STILL, '2026-02-01').rank({ id, window: day('2026-01-31') })
    expect(found).toMatchObject({ rank, of: 3, neighbours: neighbours.map((id) => ({ id })) })
  })

  it('a product has no rank in a window of others', async () => {
    const source = sourceAt(STILL, '2026-02-01')
    expect(await source.rank({ id: 'before', window: day('2026-01-31') })).toBeNull()
    expect(await source.rank({ id: 'unknown', window: day('2026-01-31') })).toBeNull()
  })
})
