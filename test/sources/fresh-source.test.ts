import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { resolveTimeframe, rollingWindow } from '../../src/ranking/timeframe.ts'
import { freshSearch, freshSource } from '../../src/sources/fresh-source.ts'
import type { UpstreamLaunchesRequest, UpstreamSource } from '../../src/sources/source.ts'
import { answerOf, sharedAnswers, testFresh, testUpstream } from './fresh.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function tested(top?: UpstreamSource['top']) {
  const upstream = testUpstream(top)
  return { upstream, source: freshSource(upstream, { fresh: testFresh() }) }
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

const down = () => Promise.reject(new AppError('upstream-failed', 'It is down.'))

describe('freshSource()', () => {
  it('all limits share one call of the source, with its origin and time', async () => {
    const { source, upstream } = tested()
    for (const limit of [1, 10, 5]) {
      const { products, ...provenance } = await source.top({ order: 'VOTES', limit })
      expect(products).toHaveLength(limit)
      const asOf = '2026-11-20T18:00:00.000Z'
      expect(provenance).toEqual({ source: 'product-hunt', asOf, stale: false })
    }
    expect(upstream.top).toHaveBeenCalledTimes(1)
    expect(upstream.top).toHaveBeenCalledWith(
      expect.objectContaining({ order: 'VOTES', limit: 10 }),
    )
  })

  it('orders, windows and topics have answers of their own', async () => {
    const { source, upstream } = tested()
    await source.top({ order: 'VOTES', limit: 3 })
    await source.top({ order: 'RANKING', limit: 3 })
    await source.top({ order: 'RANKING', limit: 3, topic: 'AI' })
    const names = ['today', '2026-11-18', '2026-11-17', 'last_7_days', 'last_8_days', 'this_week']
    for (const name of names) await source.top(timeframe(name))
    expect(upstream.top).toHaveBeenCalledTimes(9)
    await source.top({ order: 'RANKING', limit: 3, topic: 'ai' })
    expect(upstream.top).toHaveBeenCalledTimes(9)
  })

  it('a rolling window asked every ten seconds for an hour makes at most 60 calls', async () => {
    const { source, upstream } = tested()
    for (let second = 0; second < 3_600; second += 10) {
      const answer = source.top(topWeek())
      await vi.advanceTimersByTimeAsync(10_000)
      expect((await answer).stale).toBe(false)
    }
    expect(upstream.top.mock.calls.length).toBeLessThanOrEqual(60)
    const { window } = upstream.top.mock.lastCall![0]
    expect(Date.now() - Date.parse(window!.postedBefore)).toBeLessThan(150_000)
  })

  it.each(['last_7_days', 'this_week', 'today', 'last_month'])(
    'an earlier answer for %s is served while the source is down',
    async (name) => {
      const { source, upstream } = tested()
      await source.top(timeframe(name))
      upstream.top.mockImplementation(down)
      await vi.advanceTimersByTimeAsync(3_600_000)
      await source.top(timeframe(name))
      await vi.advanceTimersByTimeAsync(0)
      const asOf = '2026-11-20T18:00:00.000Z'
      expect(await source.top(timeframe(name))).toMatchObject({ asOf, stale: true })
    },
  )

  it('an answer about today is never one about yesterday', async () => {
    const { source, upstream } = tested()
    await source.top(timeframe('today'))
    upstream.top.mockImplementation(down)
    await vi.advanceTimersByTimeAsync(12 * 3_600_000)
    await expect(source.top(timeframe('today'))).rejects.toThrow('It is down.')
  })

  it('a rank is that on the first page, of as many as are known', async () => {
    const { window } = timeframe('last_week')
    const ranked = (length: number, id: string, next?: string) => {
      const upstream = testUpstream()
      upstream.launches.mockImplementation(async () => ({ ...answerOf('one', length), next }))
      return freshSource(upstream, { fresh: testFresh() }).rank({ id, window })
    }
    expect(await ranked(3, '2')).toMatchObject({
      ...{ rank: 2, of: 3, neighbours: [{ id: '1' }, { id: '3' }] },
    })
    expect(await ranked(20, '20', 'more')).toMatchObject({
      ...{ rank: 20, of: null, neighbours: [{ id: '19' }] },
    })
    expect(await ranked(20, '21', 'more')).toBeNull()
  })

  it('a product is asked for once by its id, also one that does not exist', async () => {
    const { source, upstream } = tested()
    upstream.product.mockImplementation(async () => ({ ...answerOf(), products: [] }))
    for (const id of ['1', '1', '2']) expect((await source.product({ id })).products).toEqual([])
    expect(upstream.product).toHaveBeenCalledTimes(2)
  })
})

describe('all launches of an upstream', () => {
  const { window } = resolveTimeframe('2026-11-18', { tz: 'UTC', now: new Date('2026-11-20') })

  /** An upstream in pages of twenty, whose order the test changes. */
  function moving(count = 70) {
    const { products } = answerOf('one', count)
    const upstream = testUpstream()
    const launches = async ({ limit, after = '0' }: UpstreamLaunchesRequest) => {
      const end = Number(after) + limit
      const page = products.slice(Number(after), end)
      return {
        ...answerOf(),
        products: page,
        next: end < products.length ? String(end) : undefined,
      }
    }
    const { answers } = sharedAnswers()
    const process = () => freshSource(upstream, { fresh: testFresh({ answers }), answers })
    return {
      upstream: Object.assign(upstream, { launches: vi.fn(launches) }),
      process,
      give(votesAt: (place: number) => number) {
        for (const [index, product] of products.entries()) product.votesCount = votesAt(index + 1)
      },
      /** Moves the launch at one place to another. */
      move(from: number, to: number) {
        products.splice(to, 0, ...products.splice(from, 1))
      },
    }
  }

  const idsOf = (pages: { products: { id: string }[] }[]) =>
    pages.flatMap(({ products }) => products.map(({ id }) => Number(id)))

  it.each([
    ['rise from a later page', 65, 3],
    ['fall to a later page', 3, 65],
    ['rise within what was read', 30, 2],
  ])('while votes make a launch %s each comes once', async (_case, from, to) => {
    const { process, move } = moving()
    const source = process()
    const pages = [await source.launches({ window, limit: 25 })]
    for (let page = pages[0]; page?.hasMore; page = pages.at(-1)) {
      move(from, to)
      await vi.advanceTimersByTimeAsync(61_000)
      const offset = idsOf(pages).length
      pages.push(
        await source.launches({ window, limit: 25, from: { version: page.version, offset } }),
      )
    }
    expect(idsOf(pages).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 70 }, (_, index) => index + 1),
    )
    expect(pages.at(-1)?.total).toBe(70)
  })

  it('the pages after a cursor are of its version, in another process too', async () => {
    const { process, move } = moving()
    const [one, other] = [process(), process()]
    const first = await one.launches({ window, limit: 30 })
    move(69, 0)
    await vi.advanceTimersByTimeAsync(61_000)
    const from = { version: first.version, offset: 20 }
    const again = await other.launches({ window, limit: 10, from })
    expect(idsOf([again])).toEqual(idsOf([first]).slice(20))
    expect(again.version).toBe(first.version)
  })

  it('a version that is no longer kept is gone', async () => {
    const { process } = moving()
    const source = process()
    const { version } = await source.launches({ window, limit: 30 })
    for (const gone of ['2026-11-20T17:00:00.000Z', 'x']) {
      const page = source.launches({ window, limit: 30, from: { version: gone, offset: 30 } })
      await expect(page).rejects.toMatchObject({ code: 'gone', status: 410 })
    }
    const elsewhere = { window: timeframe('2026-11-17').window, from: { version, offset: 30 } }
    await expect(source.launches({ ...elsewhere, limit: 30 })).rejects.toMatchObject({
      code: 'gone',
    })
  })

  it('launches within bounds keep their places, and no more is read than they take', async () => {
    const { process, upstream, give } = moving()
    // A ranking that is not by votes alone: every second launch of the first half has many.
    give((place) => (place <= 35 && place % 2 === 1 ? 200 : 20))
    const source = process()
    const few = await source.launches({ window, limit: 3, minVotes: 100 })
    expect(few).toMatchObject({ ranks: [1, 3, 5], hasMore: true })
    expect(idsOf([few])).toEqual([1, 3, 5])
    expect(upstream.launches).toHaveBeenCalledTimes(1)
    const from = { version: few.version, offset: 10 }
    const later = await source.launches({ window, limit: 3, minVotes: 100, from })
    expect(later.ranks).toEqual([21, 23, 25])
    const all = await source.launches({ window, limit: 50, minVotes: 100 })
    expect(all.ranks).toHaveLength(18)
    expect(all).toMatchObject({ hasMore: false, total: undefined })
    expect(all.note).toBe('Places after 60 were not read: the 20 before have fewer votes.')
    const best = await source.launches({ window, limit: 50, minVotes: 100, maxRank: 4 })
    expect(best).toMatchObject({ ranks: [1, 3], hasMore: false, total: 2 })
    expect(best).not.toHaveProperty('note')
    expect(await source.launches({ window, limit: 2, maxRank: 3 })).toMatchObject({
      hasMore: true,
      total: 3,
    })
  })

  it('thirty cold questions with all limits cost one page', async () => {
    const { process, upstream } = moving()
    const source = process()
    const limits = Array.from({ length: 30 }, (_, index) => (index % 20) + 1)
    await Promise.all(limits.map((limit) => source.launches({ window, limit })))
    expect(upstream.launches).toHaveBeenCalledTimes(1)
  })
})

describe('freshSearch()', () => {
  it('searches with the same words in any form share one call', async () => {
    const index = { name: 'algolia' as const, search: vi.fn(async () => answerOf('one', 10)) }
    const source = freshSearch(index, 'The upstream', testFresh())
    for (const query of ['note taking', ' Note  taking ', 'NOTE\tTAKING', 'ｎｏｔｅ taking']) {
      expect((await source.search({ query, limit: 5 })).products).toHaveLength(5)
    }
    expect(index.search).toHaveBeenCalledTimes(1)
    expect(index.search).toHaveBeenCalledWith(
      expect.objectContaining({ query: 'note taking', limit: 10 }),
    )
    await source.search({ query: 'notes', limit: 5 })
    expect(index.search).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['a'.repeat(512), 511],
    ['é'.repeat(512), 255],
    [`a${'語'.repeat(400)}`, 171],
    ['😀'.repeat(200), 254],
  ])(
    'no more than 511 bytes of a query are asked for, in whole characters',
    async (query, length) => {
      const index = { name: 'algolia' as const, search: vi.fn(async () => answerOf()) }
      await freshSearch(index, 'The upstream', testFresh()).search({ query, limit: 1 })
      const cut = expect.objectContaining({ query: query.slice(0, length) })
      expect(index.search).toHaveBeenCalledWith(cut)
    },
  )
})
