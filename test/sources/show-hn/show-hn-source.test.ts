import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../helper/test-services.ts'
import { hang, reply, startUpstream, type Upstream } from '../../helper/upstream-server.ts'

interface Hit {
  objectID: string
  title: string
  points: number
  created_at_i: number
}

const COMPARE = { '>': (a: number, b: number) => a > b, '<': (a: number, b: number) => a < b }

let upstream: Upstream
let hits: readonly object[] = []
beforeAll(async () => {
  upstream = await startUpstream(hang)
})
afterAll(() => upstream.stop())
beforeEach(() => {
  hits = []
  upstream.questions.length = 0
  upstream.answerWith((question, response) => {
    const parameters = new URL(question.path, upstream.url).searchParams
    reply(JSON.stringify(answerTo(parameters)))(question, response)
  })
})

/** The search of Hacker News, with its documented parameters, operators and order. */
function answerTo(parameters: URLSearchParams) {
  const { tags = '', query = '', numericFilters = '', ...rest } = Object.fromEntries(parameters)
  const [, id] = /^show_hn,story_(\d+)$/.exec(tags) ?? []
  const found = (hits as Hit[])
    .filter(({ objectID }) => id === undefined || objectID === id)
    .filter(({ title }) => String(title).toLowerCase().includes(query))
    .filter((hit) => numericFilters.split(',').every((filter) => isMet(filter, hit)))
    .toSorted((left, right) => right.points - left.points)
  return {
    hits: found.slice(0, Math.min(1_000, Number(rest.hitsPerPage ?? 20))),
    nbHits: found.length,
  }
}

function isMet(filter: string, hit: Hit) {
  const [, operator, value] = /^created_at_i([<>])(\d+)$/.exec(filter) ?? []
  return filter === '' || COMPARE[operator as '<'](hit.created_at_i, Number(value))
}

function hit(id: number, at: string, rest: object = {}) {
  const created_at_i = Date.parse(at) / 1000
  const title = `Show HN: Launch ${id} – a thing`
  return { objectID: String(id), title, points: id, num_comments: 0, created_at_i, ...rest }
}

function service() {
  const env = { SOURCE: 'show-hn', SHOW_HN_URL: upstream.url, DEFAULT_TIMEZONE: 'UTC' }
  const { app, records } = testApp({ env })
  const get = async (path: string) => {
    const response = await app.request(path)
    return { status: response.status, body: await response.json() }
  }
  const ids = async (path: string) => {
    const { posts, hits } = (await get(path)).body
    return (posts ?? hits).map(({ id }: { id: string }) => Number(id))
  }
  const say = async (content: string) => {
    const body = JSON.stringify({ messages: [{ role: 'user', content }] })
    const response = await app.request('/api/chat', { method: 'POST', body })
    return (await response.json()).reply as string
  }
  return { get, ids, say, records }
}

const TODAY = '2026-11-20T09:00:00Z'

describe('SOURCE=show-hn', () => {
  it('a window is ranked by points, exactly, in any zone', async () => {
    hits = [
      hit(9, '2026-11-19T18:14:59Z'),
      hit(3, '2026-11-19T18:15:00Z'),
      hit(5, '2026-11-20T18:14:59Z'),
      hit(8, '2026-11-20T18:15:00Z'),
    ]
    // Midnight in Kathmandu is 18:15 UTC.
    const day = '/api/top-range?timeframe=2026-11-20&tz=Asia/Kathmandu'
    expect(await service().ids(day)).toEqual([5, 3])
  })

  it('equal points are ranked by comments, then by time', async () => {
    hits = [
      hit(1, '2026-11-20T09:00:00Z', { points: 7 }),
      hit(2, '2026-11-20T08:00:00Z', { points: 7 }),
      hit(3, '2026-11-20T10:00:00Z', { points: 7, num_comments: 1 }),
    ]
    expect(await service().ids('/api/top-range?timeframe=today')).toEqual([3, 2, 1])
  })

  it('all launches of a timeframe come page by page', async () => {
    hits = Array.from({ length: 45 }, (_, id) => hit(id, TODAY))
    const { get, ids } = service()
    const first = await get('/api/launches?timeframe=today&limit=20')
    expect(first.body).toMatchObject({ total: 45, source: 'show-hn' })
    const second = `/api/launches?timeframe=today&limit=30&cursor=${first.body.nextCursor}`
    expect(await ids(second)).toEqual(Array.from({ length: 25 }, (_, id) => 24 - id))
  })

  it('a window with more stories than the search returns is read in parts, each story once', async () => {
    const start = Date.parse('2026-11-09T00:00:00Z')
    hits = Array.from({ length: 2_500 }, (_, id) => {
      return hit(id, new Date(start + id * 240_000).toISOString())
    })
    const { get } = service()
    const seen = new Set<string>()
    let page = (await get('/api/launches?timeframe=2026-W46&limit=100')).body
    expect(page).toMatchObject({ total: 2_500 })
    expect(page.note).toBeUndefined()
    for (;;) {
      for (const { id } of page.posts) seen.add(id)
      if (!page.nextCursor) break
      const next = `/api/launches?timeframe=2026-W46&limit=100&cursor=${page.nextCursor}`
      page = (await get(next)).body
    }
    expect(seen.size).toBe(2_500)
  })

  it('of more stories than can be read the answer says that they are missing', async () => {
    hits = Array.from({ length: 1_500 }, (_, id) => hit(id, TODAY))
    const { get } = service()
    for (const timeframe of ['all', 'today']) {
      const { body } = await get(`/api/launches?timeframe=${timeframe}`)
      expect(body).toMatchObject({ total: 1_500 })
      expect(body.note).toContain('Of 1500 launches the 1000 that the search of Show HN returns')
    }
  })

  it('a product is found by its id, with its ranks', async () => {
    hits = [hit(1, TODAY), hit(2, TODAY), hit(3, TODAY)]
    const { get } = service()
    const { body } = await get('/api/products/2')
    expect(body).toMatchObject({
      product: { id: '2', name: 'Launch 2', tagline: 'a thing' },
      ranks: { day: { rank: 2, of: 3 } },
      related: [],
    })
    expect((await get('/api/products/7')).status).toBe(404)
  })

  it('an id that no story can have is not asked for', async () => {
    expect((await service().get('/api/products/1,story')).status).toBe(404)
    expect(upstream.questions).toEqual([])
  })

  it('a search is the search of Show HN', async () => {
    hits = [hit(1, TODAY, { title: 'Show HN: Tea timer' }), hit(2, TODAY)]
    const { get, ids } = service()
    expect(await ids('/api/search?q=tea')).toEqual([1])
    expect((await get('/status')).body.search).toMatchObject({ serves: 'show-hn', failing: false })
  })

  it('a topic is refused, and is no failure of the upstream', async () => {
    const { get } = service()
    for (const path of ['/api/top', '/api/launches', '/api/search?q=tea']) {
      const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}topic=AI`)
      expect(status).toBe(400)
      expect(body.error).toContain('Show HN does not filter by topic')
    }
    expect(upstream.questions).toEqual([])
  })

  it.each(['top 3 AI launches today', 'how many AI launches were there today?'])(
    'the chat answers %j, and says that there are no topics',
    async (question) => {
      hits = [hit(1, TODAY), hit(2, TODAY)]
      const said = await service().say(question)
      expect(said).toMatch(/^Show HN has no topics/)
      expect(said).not.toMatch(/cannot be used|did not work/)
    },
  )

  it('stories that cannot be read or are outside of the window are left out and counted', async () => {
    const unreadable = hit(2, TODAY, { title: null })
    upstream.answerWith(
      reply(JSON.stringify({ hits: [hit(1, TODAY), unreadable, hit(3, '2026-11-19T23:59:59Z')] })),
    )
    const { get, ids, records } = service()
    expect(await ids('/api/top-range?timeframe=today')).toEqual([1])
    expect((await get('/status')).body.ranking).toMatchObject({ dropped: 2 })
    const dropped = records().filter(({ event }) => event === 'products-dropped')
    expect(dropped).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  it('nothing launched is an empty list', async () => {
    expect(await service().ids('/api/top-range?timeframe=today')).toEqual([])
  })

  it.each([
    ['no list', { status: 200 }],
    ['a list that is none', { hits: {} }],
    ['a list without one usable story', { hits: [{}, { objectID: '1' }] }],
  ])('%s is a failure, and no empty list', async (_, body) => {
    upstream.answerWith(reply(JSON.stringify(body)))
    expect(await service().get('/api/top')).toMatchObject({
      status: 502,
      body: { code: 'upstream-failed' },
    })
  })

  it('the budget of an hour is counted', async () => {
    const { get } = service()
    await get('/api/top')
    await get('/api/top')
    expect((await get('/status')).body.ranking).toMatchObject({ budgetLeft: 9_999 })
    expect(upstream.questions).toHaveLength(1)
    expect(new URL(upstream.questions[0]?.path ?? '', upstream.url).pathname).toBe('/search')
  })
})
