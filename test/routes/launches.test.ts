import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Product } from '../../src/ranking/product.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const { app } = testApp()

async function ask(query: Record<string, string>, { app: asked } = { app }) {
  const response = await asked.request(`/api/launches?${new URLSearchParams(query)}`)
  return { status: response.status, body: await response.json() }
}

const ANY = { window: { postedAfter: '', postedBefore: '' }, limit: 1 }

const ids = (posts: Product[]) => posts.map(({ id }) => id)

describe('GET /api/launches', () => {
  it('a page of launches says where it stands', async () => {
    const { status, body } = await ask({
      timeframe: 'last week',
      limit: '2',
      topic: 'artificial intelligence',
    })
    expect(status).toBe(200)
    const { posts, nextCursor, total, ...rest } = body
    expect(posts).toHaveLength(2)
    expect(total).toBeGreaterThan(2)
    expect(nextCursor).toMatch(/^[\w-]+$/)
    expect(rest).toEqual({
      timeframe: 'last_week',
      tz: 'America/New_York',
      topic: 'artificial intelligence',
      window: {
        postedAfter: '2026-11-09T05:00:00.000Z',
        postedBefore: '2026-11-16T05:00:00.000Z',
        from: '2026-11-09',
        to: '2026-11-15',
        label: 'last_week',
        previous: '2026-W45',
        next: '2026-W47',
      },
      source: 'catalogue',
      asOf: NOW.toISOString(),
      stale: false,
    })
  })

  it('the pages together are all launches, in ranking order, each once', async () => {
    const question = { timeframe: 'last_10_days', tz: 'Asia/Tokyo' }
    const whole = await ask({ ...question, limit: '100' })
    const { posts, total, nextCursor } = whole.body
    expect([total, nextCursor]).toEqual([posts.length, null])
    const seen: Product[] = []
    let cursor = ''
    do {
      const { body } = await ask({ ...question, limit: '7', cursor })
      expect(body).toMatchObject({ total, window: whole.body.window })
      seen.push(...body.posts)
      cursor = body.nextCursor ?? ''
    } while (cursor !== '')
    expect(ids(seen)).toEqual(ids(posts))
    const top = await app.request(`/api/top-range?limit=10&${new URLSearchParams(question)}`)
    expect(ids(posts).slice(0, 10)).toEqual(ids((await top.json()).posts))
  })

  it('a page has 50 launches unless it is told, and 1 to 100', async () => {
    const sizes = []
    for (const limit of ['', '0', '1000', '2.9']) {
      sizes.push((await ask({ timeframe: '2026', limit })).body.posts.length)
    }
    expect(sizes).toEqual([50, 1, 100, 2])
  })

  it('the pages after a cursor have the window and the votes of the first, for an hour', async () => {
    let now = NOW
    const later = testApp({ now: () => now })
    const question = { timeframe: 'today', limit: '3' }
    const whole = await ask({ timeframe: 'today' }, later)
    const first = await ask(question, later)
    const cursor = first.body.nextCursor
    for (const minutes of [0, 59]) {
      now = new Date(NOW.getTime() + minutes * 60_000)
      const second = await ask({ ...question, cursor }, testApp({ now: () => now }))
      const { asOf, window } = first.body
      expect(second.body).toMatchObject({ asOf, window, posts: whole.body.posts.slice(3, 6) })
    }
    now = new Date(NOW.getTime() + 61 * 60_000)
    expect(await ask({ ...question, cursor }, testApp({ now: () => now }))).toMatchObject({
      status: 410,
      body: { code: 'gone', error: expect.stringContaining('Begin again without a cursor') },
    })
  })

  it('all is the whole catalogue, page by page', async () => {
    const first = await ask({ timeframe: 'All', limit: '100' })
    expect(first.body).toMatchObject({ timeframe: 'all', window: null })
    const seen = ids(first.body.posts)
    for (let cursor = first.body.nextCursor; cursor; ) {
      const { body } = await ask({ timeframe: 'all', limit: '100', cursor })
      seen.push(...ids(body.posts))
      cursor = body.nextCursor
    }
    expect(new Set(seen).size).toBe(first.body.total)
    expect(seen.length).toBe(first.body.total)
    const csv = await app.request('/api/launches?timeframe=all&format=csv')
    expect(csv.headers.get('content-disposition')).toContain('launchboard-all.csv')
  })

  it('an answer includes the votes over time of its posts, and those of the window before', async () => {
    const question = { timeframe: 'yesterday', limit: '3' }
    const { body } = await ask({ ...question, include: 'history,before' })
    expect(body.history.map(({ id }: { id: string }) => id)).toEqual(ids(body.posts))
    expect(body.history[0].points.at(-1).votes).toBe(body.posts[0].votesCount)
    const before = await ask({ timeframe: body.window.previous, limit: '3' })
    const votes = before.body.posts.map(({ votesCount }: Product) => votesCount)
    expect(body.before).toEqual({ timeframe: '2026-11-18', votes })
    expect(await ask(question)).not.toHaveProperty('body.history')
    expect(await ask({ ...question, include: 'x' })).toMatchObject({ status: 400 })
    const without = testApp({ env: { HISTORY: 'false' } })
    expect((await ask({ ...question, include: 'history' }, without)).body.history).toBeNull()
  })

  it('a cursor cannot put another window into a cache that knows windows by their labels', async () => {
    const launches = vi.fn(async () => ({ ...(await fakeSource({}).launches(ANY)), hasMore: true }))
    const live = testApp({ parts: { ranking: fakeSource({ launches }) } })
    const question = { timeframe: 'last_7_days', tz: 'UTC' }
    const { nextCursor } = (await ask(question, live)).body
    const place = JSON.parse(atob(nextCursor))
    const bounds = { ...place.bounds, postedAfter: '1999-01-01T00:00:00.000Z' }
    const forged = Buffer.from(JSON.stringify({ ...place, bounds })).toString('base64url')
    expect((await ask({ ...question, cursor: forged }, live)).status).toBe(200)
    expect(launches).toHaveBeenLastCalledWith(expect.objectContaining({ window: bounds }))
  })

  it('a cursor is of one question', async () => {
    const { body } = await ask({ timeframe: 'last_week', limit: '1' })
    const cursor = body.nextCursor
    expect((await ask({ timeframe: 'Last Week', tz: 'america/new_york', cursor })).status).toBe(200)
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(atob(cursor)), shown: -1 }))
    for (const other of [
      { cursor },
      { timeframe: 'last_week', tz: 'UTC', cursor },
      { timeframe: 'last_week', topic: 'AI', cursor },
      { timeframe: 'last_week', minVotes: '5', cursor },
      { timeframe: 'last_week', maxRank: '5', cursor },
      { timeframe: 'last_week', cursor: forged.toString('base64url') },
      { timeframe: 'last_week', cursor: `${cursor}x` },
      { timeframe: 'last_week', cursor: 'x' },
      { timeframe: 'last_week', cursor: btoa('null') },
      { timeframe: 'last_week', cursor: '語' },
      { timeframe: 'last_week', cursor: 'x'.repeat(3_000) },
    ]) {
      const { status, body } = await ask(other)
      expect(status).toBe(400)
      expect(body.error).toMatch(/^cursor: /)
    }
  })

  it('the launches within bounds are those of so many votes, and of the first places', async () => {
    const { posts, total } = (await ask({ timeframe: 'last_week', limit: '100' })).body
    const minVotes = posts[4].votesCount
    const many = await ask({ timeframe: 'last_week', minVotes: String(minVotes), limit: '2' })
    const fitting = posts.filter((one: Product) => (one.votesCount ?? 0) >= minVotes)
    expect(many.body).toMatchObject({ total: fitting.length, minVotes, ranks: [1, 2] })
    const cursor = many.body.nextCursor
    const rest = await ask({ timeframe: 'last_week', minVotes: String(minVotes), cursor })
    expect([...many.body.posts, ...rest.body.posts]).toEqual(fitting)
    const first = await ask({ timeframe: 'last_week', maxRank: '3' })
    expect(first.body).toMatchObject({ posts: posts.slice(0, 3), total: 3, nextCursor: null })
    expect(total).toBeGreaterThan(5)
  })

  it('CSV and NDJSON have the next page in a header', async () => {
    const { body } = await ask({ timeframe: '2026', limit: '3' })
    for (const [format, type, lines] of [
      ['csv', 'text/csv; charset=utf-8; header=present', 4],
      ['ndjson', 'application/x-ndjson', 3],
    ] as const) {
      const response = await app.request(`/api/launches?timeframe=2026&limit=3&format=${format}`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('x-next-cursor')).toBe(body.nextCursor)
      expect(response.headers.get('x-total')).toBe(String(body.total))
      const rows = (await response.text()).trimEnd().split(/\r?\n/)
      expect(rows).toHaveLength(lines)
      const cursor = response.headers.get('x-next-cursor')
      const second = `/api/launches?timeframe=2026&limit=3&format=csv&cursor=${cursor}`
      expect(await (await app.request(second)).text()).toMatch(
        /^rank,.*\r\n4,.*\r\n5,.*\r\n6,.*\r\n$/,
      )
      if (format === 'ndjson') expect(rows.map((row) => JSON.parse(row))).toEqual(body.posts)
    }
  })

  it('a spent budget is a 503 that says when to come back', async () => {
    const error = new AppError('upstream-unavailable', 'Not now.', { retryAfterMs: 9_000 })
    const ranking = fakeSource({ launches: () => Promise.reject(error) })
    const response = await testApp({ parts: { ranking } }).app.request('/api/launches')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('9')
  })

  it('a source that does not know how many there are says null', async () => {
    const launches = async () => ({ ...(await fakeSource({}).launches(ANY)), total: undefined })
    const ranking = fakeSource({ launches })
    const { body } = await ask({ timeframe: 'today' }, testApp({ parts: { ranking } }))
    expect(body).toMatchObject({ posts: [], total: null, nextCursor: null })
  })
})
