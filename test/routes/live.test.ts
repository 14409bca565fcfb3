import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { createLog } from '../../src/core/log.ts'
import type { Product } from '../../src/ranking/product.ts'
import { createLiveBoards } from '../../src/routes/live.ts'
import type { ProductSource } from '../../src/sources/source.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { NOW, testApp } from '../helper/test-services.ts'
import { isOf, readEvents } from '../platform/events/live.fixture.ts'

const log = createLog({ level: 'silent', write: () => {}, now: () => NOW })

function launch(id: string, votesCount: number, more: Partial<Product> = {}): Product {
  const launchedAt = '2026-11-20T09:00:00.000Z'
  const product = { id, name: id, tagline: null, url: null, imageUrl: null, topics: [] }
  return { ...product, votesCount, commentsCount: 0, launchedAt, ...more }
}

/** A source whose launches are what the test says, and how often they were read. */
function changingSource(...posts: Product[]) {
  const state = { posts, error: undefined as Error | undefined, reads: 0 }
  const source = fakeSource({
    async top({ limit }) {
      state.reads += 1
      if (state.error) throw state.error
      const products = state.posts.slice(0, limit)
      return { products, source: 'catalogue', asOf: NOW.toISOString(), stale: false }
    },
  })
  return { state, source }
}

type Limits = Partial<Parameters<typeof createLiveBoards>[0]>

const readers: { leave(): Promise<void> }[] = []
afterEach(() => Promise.all(readers.splice(0).map(({ leave }) => leave().catch(() => {}))))

function service(ranking: ProductSource, { now = () => NOW, ...limits }: Limits = {}, env = {}) {
  const deps = { ranking, now, log, defaultTimezone: 'America/New_York', paceMs: 5, ...limits }
  const liveBoards = createLiveBoards(deps)
  const { app } = testApp({ env, parts: { liveBoards } })
  const open = (query = '', headers = {}, address = '192.0.2.1') =>
    app.request(`/api/live?${query}`, { headers }, address)
  const watch = async (query = '', lastEventId?: string) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const response = await open(query, headers)
    if (response.status !== 200) throw new Error(await response.text())
    const reader = readEvents(response)
    readers.push(reader)
    return reader
  }
  return { liveBoards, open, watch }
}

const [A, B, C] = [launch('a', 30), launch('b', 20), launch('c', 10)] as const

describe('GET /api/live', () => {
  it('a live board begins with the whole ranking of its timeframe', async () => {
    const { app } = testApp()
    const query = 'timeframe=last_week&tz=Europe/Berlin&topic=productivity'
    const response = await app.request(`/api/live?${query}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    const reader = readEvents(response)
    readers.push(reader)
    const { id, ...ranking } = (await reader.next())!
    const same = await (await app.request(`/api/top-range?${query}&limit=10`)).json()
    expect(ranking).toEqual({ type: 'ranking', ...same })
    expect(id).toBeTruthy()
    const head = await app.request('/api/live', { method: 'HEAD' })
    expect(head.headers.get('content-type')).toBe('text/event-stream')
  })

  it.each([
    ['timeframe=window', 'is not a timeframe'],
    ['tz=Mars/Base', 'tz: must be an IANA time zone'],
    ['limit=many', 'limit: must be a number'],
  ])('?%s is a 400 that says why', async (query, reason) => {
    const response = await service(changingSource(A).source).open(query)
    expect(response.status).toBe(400)
    expect((await response.json()).error).toContain(reason)
  })

  it.each([
    ['other votes', [A, { ...B, votesCount: 21 }]],
    ['other ranks', [{ ...B, votesCount: 31 }, A]],
    ['a launch that comes and one that goes', [A, C]],
    ['a launch that was edited', [A, { ...B, name: 'Bee' }]],
    ['no launches', []],
  ])('%s: the whole ranking comes again', async (_what, posts) => {
    const { state, source } = changingSource(A, B)
    const reader = await service(source).watch()
    await reader.next()
    state.posts = posts
    expect(await reader.next()).toMatchObject({ type: 'ranking', posts, stale: false })
  })

  it('a window that moved is another ranking, but not one that moves with the clock', async () => {
    // The day ends in New York, not in UTC.
    let now = new Date('2026-11-21T04:59:00.000Z')
    const { state, source } = changingSource(A, B)
    const { watch } = service(source, { now: () => now })
    const [today, rolling] = [await watch('timeframe=today'), await watch('timeframe=last_3_days')]
    await Promise.all([today.next(), rolling.next()])
    now = new Date('2026-11-21T05:00:00.000Z')
    const window = { postedAfter: '2026-11-21T05:00:00.000Z' }
    expect(await today.next()).toMatchObject({ type: 'ranking', posts: [A, B], window })
    state.posts = [A]
    expect(await rolling.next()).toMatchObject({ posts: [A] })
  })
})

describe('a reader that returns', () => {
  it('gets the ranking unless it has it, and then what comes', async () => {
    const { state, source } = changingSource(A, B)
    const { watch } = service(source)
    const [stays, leaves] = [await watch(), await watch()]
    const { id } = (await leaves.next())!
    await leaves.leave()
    await stays.next()
    const has = await watch('', id)
    state.posts = [A]
    const changed = await stays.next()
    expect(await has.next()).toEqual(changed)
    expect(await (await watch('', id)).next()).toEqual(changed)
  })

  it('a board that nobody watched for a while is read again first', async () => {
    const { state, source } = changingSource(A, B)
    const { watch } = service(source)
    const first = await watch()
    const { id } = (await first.next())!
    await first.leave()
    state.posts = [A]
    expect(await (await watch('', id)).next()).toMatchObject({ posts: [A] })
  })

  it.each(['0badcafe-1', "' OR 1=1 --".repeat(1_000), ''])(
    'with an unknown id it gets the ranking',
    async (unknown) => {
      const { watch } = service(changingSource(A, B).source)
      const { id = '' } = (await (await watch()).next())!
      expect(await (await watch('', unknown)).next()).toMatchObject({ type: 'ranking', id })
    },
  )
})

describe('the readings of a board', () => {
  it('one reading serves all readers of a board, and without readers there is none', async () => {
    vi.useFakeTimers()
    try {
      const { state, source } = changingSource(A, B)
      const { watch } = service(source, { paceMs: 1_000 })
      // The same question in other words.
      const same = ['', 'timeframe=TODAY&limit=10', 'tz=america/new_york']
      const watching = await Promise.all(same.map((query) => watch(query)))
      expect(state.reads).toBe(1)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(state.reads).toBe(4)
      await Promise.all(watching.map(({ leave }) => leave()))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(state.reads).toBe(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['catalogue', 1, 30],
    ['show-hn', 1, 4],
    ['show-hn', 4, 1],
  ] as const)('of %s, %i boards are read %i times a minute each', async (name, boards, times) => {
    vi.useFakeTimers()
    try {
      const { state, source } = changingSource(A, B)
      const { watch } = service({ ...source, name }, { paceMs: undefined })
      for (let limit = 1; limit <= boards; limit += 1) {
        void (await watch(`limit=${limit}`)).rest().catch(() => {})
      }
      await vi.advanceTimersByTimeAsync(60_000)
      const before = state.reads
      await vi.advanceTimersByTimeAsync(120_000)
      expect((state.reads - before) / boards).toBe(2 * times)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a source that fails for the first reader is answered as on any route', async () => {
    const { state, source } = changingSource(A)
    const { open, watch } = service(source)
    state.error = new AppError('upstream-timeout', 'The source took too long.')
    const response = await open()
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ code: 'upstream-timeout' })
    state.error = undefined
    expect(await (await watch()).next()).toMatchObject({ type: 'ranking' })
  })

  it('a source that fails later makes the board stale, never empty, until it is back', async () => {
    const { state, source } = changingSource(A, B)
    const { watch } = service(source)
    const reader = await watch()
    await reader.next()
    state.error = new Error('gone')
    expect(await reader.next()).toMatchObject({ stale: true, posts: [A, B] })
    expect(await (await watch()).next()).toMatchObject({ stale: true, posts: [A, B] })
    state.error = undefined
    expect(await reader.next()).toMatchObject({ stale: false, posts: [A, B] })
  })
})

describe('the streams of boards', () => {
  it('a reader that does not read is dropped, and the others get everything', async () => {
    const { state, source } = changingSource(A)
    const { watch } = service(source)
    const [slow, quick] = [await watch(), await watch()]
    await quick.next()
    for (let edits = 0; edits < 6; edits += 1) {
      const post = { ...A, tagline: String(edits).repeat(100_000) }
      state.posts = [post]
      expect(await quick.next()).toMatchObject({ posts: [post] })
    }
    const rest = await slow.rest()
    expect(rest.at(-1)).toMatchObject({ type: 'dropped', reason: 'too-slow' })
    expect(rest.length).toBeLessThan(quick.seen.length)
  })

  it('an address may watch as many boards at once as it may have streams', async () => {
    const { source } = changingSource(A)
    const { open } = service(source, {}, { RATE_LIMIT_PER_MINUTE: '300' })
    const opened = await Promise.all(Array.from({ length: 51 }, () => open()))
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(1)
    await opened[0]!.body!.cancel()
    const more = await open()
    expect(more.status).toBe(200)
    await Promise.all([more, ...opened.slice(1)].map(({ body }) => body!.cancel()))
  })

  it('there are so many boards at once, and one that nobody watches makes room', async () => {
    const { open } = service(changingSource(A).source, { paceMs: 60_000 })
    const years = Array.from({ length: 200 }, (_, index) =>
      open(`timeframe=${1900 + index}`, {}, `192.0.2.${10 + (index % 10)}`),
    )
    const watched = await Promise.all(years)
    const refused = await open('timeframe=this_year')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('30')
    await watched[7]!.body!.cancel()
    const another = await open('timeframe=this_year')
    expect(another.status).toBe(200)
    await Promise.all([another, ...watched].map(({ body }) => body!.cancel()))
  })

  it('a caller has a share of the boards, and any number of readers of those', async () => {
    const { open } = service(changingSource(A).source, { paceMs: 60_000 })
    const years = Array.from({ length: 21 }, (_, index) => open(`timeframe=${2001 + index}`))
    const opened = await Promise.all(years)
    expect(opened.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
    const others = [await open('timeframe=2001'), await open('timeframe=1999', {}, '192.0.2.2')]
    await opened[1]!.body!.cancel()
    others.push(await open('timeframe=2000'))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    await Promise.all([...opened.slice(2, 20), ...others].map(({ body }) => body!.cancel()))
    await opened[0]!.body!.cancel()
  })

  it('topics that the source does not know are one board', async () => {
    const { state, source } = changingSource(A)
    const top: ProductSource['top'] = async (request) => {
      const answer = await source.top(request)
      return request.topic === undefined ? answer : { ...answer, products: [] }
    }
    const { watch } = service({ ...source, top }, { paceMs: 60_000 })
    const first = await watch('topic=one')
    expect(await first.next()).toMatchObject({ posts: [], note: 'No launch has this topic.' })
    const before = state.reads
    const second = await watch('topic=two')
    expect(await second.next()).toMatchObject({ posts: [], limit: 10 })
    expect(state.reads).toBe(before + 1)
  })

  it('streams end with an event when the service stops or their time is over', async () => {
    const { source } = changingSource(A)
    const { liveBoards, open, watch } = service(source)
    const reader = await watch()
    await reader.next()
    liveBoards.stop()
    expect(await reader.rest()).toMatchObject([{ type: 'dropped', reason: 'stopping' }])
    expect((await open()).status).toBe(503)
    const brief = await service(source, { limits: { maxStreamMs: 20 } }).watch()
    expect((await brief.until(isOf('dropped'))).at(-1)).toMatchObject({ reason: 'expired' })
  })

  it('where requests share nothing, each stream reads by itself', async () => {
    const { state, source } = changingSource(A, B)
    const { watch } = service(source, { isolatesRequests: true })
    const [one, other] = [await watch(), await watch()]
    const { id } = (await one.next())!
    expect((await other.next())?.id).not.toBe(id)
    state.posts = [A]
    for (const reader of [one, other]) expect(await reader.next()).toMatchObject({ posts: [A] })
    expect(await (await watch('', id)).next()).toMatchObject({ posts: [A] })
  })
})
