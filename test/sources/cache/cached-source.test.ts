import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/core/error.ts'
import { resolveTimeframe, rollingWindow } from '../../../src/ranking/timeframe.ts'
import { cachedSearch, cachedSource } from '../../../src/sources/cache/cached-source.ts'
import type { LaunchesRequest, ProductSource, UpstreamSource } from '../../../src/sources/source.ts'
import { testCallPolicy } from '../call-policy/call-policy.fixture.ts'
import { reading, testSource, testSourceCache } from './source-cache.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function testCachedSource(top?: ProductSource['top']) {
  const source = testSource(top)
  const { cache } = testSourceCache()
  return { source, cached: cachedSource(source, { cache }) }
}

const topWeek = () => ({
  order: 'RANKING' as const,
  window: rollingWindow(7, new Date()),
  limit: 3,
})

const timeframe = (name: string) => {
  const { window } = resolveTimeframe(name, { tz: 'America/New_York', now: new Date() })
  return { order: 'RANKING' as const, window, limit: 3 }
}

describe('cachedSource()', () => {
  it("a cached answer equals the source's, with its origin and time", async () => {
    const { cached } = testCachedSource()
    const { products, ...provenance } = await cached.top({ order: 'VOTES', limit: 3 })
    expect(products).toHaveLength(3)
    expect(provenance).toEqual({
      source: 'product-hunt',
      asOf: '2026-11-20T18:00:00.000Z',
      stale: false,
    })
  })

  it('all limits share one call of the source', async () => {
    const { cached, source } = testCachedSource()
    for (const limit of [1, 10, 5]) {
      expect((await cached.top({ order: 'VOTES', limit })).products).toHaveLength(limit)
    }
    expect(source.top).toHaveBeenCalledTimes(1)
    expect(source.top).toHaveBeenCalledWith(expect.objectContaining({ order: 'VOTES', limit: 10 }))
  })

  it('orders and windows have separate entries', async () => {
    const { cached, source } = testCachedSource()
    await cached.top({ order: 'VOTES', limit: 3 })
    await cached.top({ order: 'RANKING', limit: 3 })
    await cached.top(timeframe('today'))
    await cached.top(timeframe('2026-11-18'))
    await cached.top(timeframe('2026-11-17'))
    await cached.top(timeframe('last_7_days'))
    await cached.top(timeframe('last_8_days'))
    await cached.top(timeframe('this_week'))
    await cached.top(timeframe('this_month'))
    expect(source.top).toHaveBeenCalledTimes(9)
  })

  it('a rolling window asked every second for an hour makes at most 60 calls', async () => {
    const { cached, source } = testCachedSource(async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return reading()
    })
    for (let second = 0; second < 3_600; second += 1) {
      const answer = cached.top(topWeek())
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await answer).stale).toBe(false)
    }
    expect(source.top.mock.calls.length).toBeLessThanOrEqual(60)
    const { window } = source.top.mock.lastCall![0]
    expect(Date.now() - Date.parse(window!.postedBefore)).toBeLessThan(150_000)
  })

  it.each(['last_7_days', 'this_week', 'today', 'last_month'])(
    'an earlier answer for %s is served while the source is down',
    async (name) => {
      const { cached, source } = testCachedSource()
      await cached.top(timeframe(name))
      source.top.mockRejectedValue(new AppError('upstream-failed', 'It is down.'))
      await vi.advanceTimersByTimeAsync(3_600_000)
      await cached.top(timeframe(name))
      await vi.advanceTimersByTimeAsync(0)
      expect(await cached.top(timeframe(name))).toMatchObject({
        products: reading('one', 3).products,
        asOf: '2026-11-20T18:00:00.000Z',
        stale: true,
      })
    },
  )

  it('an answer about today is never one about yesterday', async () => {
    const { cached, source } = testCachedSource()
    await cached.top(timeframe('today'))
    source.top.mockRejectedValue(new AppError('upstream-failed', 'It is down.'))
    await vi.advanceTimersByTimeAsync(12 * 3_600_000)
    await expect(cached.top(timeframe('today'))).rejects.toThrow('It is down.')
  })

  it('an empty answer is cached', async () => {
    const { cached, source } = testCachedSource(async () => reading('none', 0))
    await cached.top(topWeek())
    expect((await cached.top(topWeek())).products).toEqual([])
    expect(source.top).toHaveBeenCalledTimes(1)
  })

  it('launches are read in pages that are cached, and each comes once', async () => {
    const { products } = reading('one', 45)
    const source = {
      ...testSource(),
      launches: vi.fn(async ({ limit, after = '0' }: LaunchesRequest) => {
        const from = Number(after) === 0 ? 0 : Number(after) - 1 // pages overlap by one
        const next = from + limit < products.length ? String(from + limit) : undefined
        return { ...reading(), products: products.slice(from, from + limit), next }
      }),
    }
    const cached = cachedSource(source, { cache: testSourceCache().cache })
    const { window } = timeframe('last_week')
    const first = await cached.launches({ window, limit: 30 })
    expect(first.products.map(({ id }) => id)).toEqual(products.slice(0, 29).map(({ id }) => id))
    const rest = await cached.launches({ window, limit: 100, after: first.next })
    expect(rest.products.at(-1)?.id).toBe('45')
    expect(rest.next).toBeUndefined()
    const calls = source.launches.mock.calls.length
    await cached.launches({ window, limit: 30 })
    expect(source.launches).toHaveBeenCalledTimes(calls)
  })

  it('a rank is that on the first page, of as many as are known', async () => {
    const page = (length: number, next?: string) => async () => ({
      ...reading('one', length),
      next,
    })
    const { window } = timeframe('last_week')
    const ranked = (launches: UpstreamSource['launches'], id: string) => {
      const { cache } = testSourceCache()
      return cachedSource({ ...testSource(), launches }, { cache }).rank({ id, window })
    }
    expect(await ranked(page(3), '2')).toMatchObject({
      ...{ rank: 2, of: 3, neighbours: [{ id: '1' }, { id: '3' }] },
    })
    expect(await ranked(page(20, 'more'), '20')).toMatchObject({
      ...{ rank: 20, of: null, neighbours: [{ id: '19' }] },
    })
    expect(await ranked(page(20, 'more'), '21')).toBeNull()
  })

  it('a product is asked for once by its id, also one that does not exist', async () => {
    const source = { ...testSource(), product: vi.fn(async () => ({ ...reading(), products: [] })) }
    const cached = cachedSource(source, { cache: testSourceCache().cache })
    expect((await cached.product({ id: '1' })).products).toEqual([])
    await cached.product({ id: '1' })
    expect(source.product).toHaveBeenCalledTimes(1)
    await cached.product({ id: '2' })
    expect(source.product).toHaveBeenCalledTimes(2)
  })

  it('a cached source calls through its call policy', async () => {
    const source = testSource(async () => {
      throw new AppError('upstream-unavailable', 'Too many.', { retryAfterMs: 60_000 })
    })
    const { cache } = testSourceCache()
    const { callPolicy } = testCallPolicy()
    const cached = cachedSource(source, { cache, callPolicy })
    await expect(cached.top(topWeek())).rejects.toThrow('Too many.')
    await expect(cached.top(timeframe('today'))).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect(source.top).toHaveBeenCalledTimes(1)
  })
})

function testCachedSearch() {
  const index = { name: 'algolia' as const, search: vi.fn(async () => reading('one', 10)) }
  const { cache } = testSourceCache()
  return { index, cached: cachedSearch(index, { cache }) }
}

describe('cachedSearch()', () => {
  it('searches with the same words in any form share one call', async () => {
    const { cached, index } = testCachedSearch()
    for (const query of ['note taking', ' Note  taking ', 'NOTE\tTAKING', 'ｎｏｔｅ taking']) {
      expect((await cached.search({ query, limit: 5 })).products).toHaveLength(5)
    }
    expect(index.search).toHaveBeenCalledTimes(1)
    expect(index.search).toHaveBeenCalledWith(
      expect.objectContaining({ query: 'note taking', limit: 10 }),
    )
  })

  it('different words are different searches', async () => {
    const { cached, index } = testCachedSearch()
    await cached.search({ query: 'notes', limit: 5 })
    await cached.search({ query: 'note', limit: 5 })
    expect(index.search).toHaveBeenCalledTimes(2)
  })
})
