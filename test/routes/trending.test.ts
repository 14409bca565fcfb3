import { describe, expect, it } from 'vitest'
import type { ReadRising } from '../../src/history/read-rising.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const rising = Array.from({ length: 12 }, (_, at) => ({
  id: `p${at}`,
  name: `Product ${at}`,
  tagline: null,
  url: null,
  imageUrl: null,
  votesCount: 100 - at,
  commentsCount: 1,
  launchedAt: '2026-11-20T10:00:00.000Z',
  topics: ['Games'],
  minutes: 20,
  gained: 30 - at,
  expected: 4.54,
  chance: 0.000123,
}))
const shown = rising.map((one) => ({ ...one, expected: 4.5, chance: 0.00012, score: 3.9 }))

function appOf(found: Partial<Awaited<ReturnType<ReadRising>>> = {}) {
  const asked: unknown[][] = []
  const readRising: ReadRising = async (...request) => {
    asked.push(request)
    return {
      rising,
      compared: 120,
      missing: undefined,
      asOf: NOW.toISOString(),
      stale: false,
      ...found,
    }
  }
  const { app } = testApp({ parts: { readRising } })
  const ask = async (query: string) => {
    const response = await app.request(`/api/trending${query}`)
    return { status: response.status, body: await response.json() }
  }
  return { app, ask, asked }
}

describe('GET /api/trending', () => {
  it('has what rises, with what tells so', async () => {
    const { ask, asked } = appOf()
    const { status, body } = await ask('')
    expect(status).toBe(200)
    expect(body).toMatchObject({ window: '3h', limit: 3, enough: true, compared: 120, level: 0.01 })
    expect(body).not.toHaveProperty('missing')
    expect(body.posts).toEqual(shown.slice(0, 3))
    expect(asked).toEqual([['3h', undefined]])
  })

  it.each([
    ['?window=2h', 'window: must be 1h, 3h or 24h'],
    ['?window=week', 'window: must be 1h, 3h or 24h'],
    ['?limit=abc', 'limit: must be a number from 1 to 10'],
    ['?topic=%20', 'topic: must name a topic'],
  ])('%s is rejected in words', async (query, message) => {
    const { status, body } = await appOf().ask(query)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-request' })
    expect(body.error).toContain(message)
  })

  it('clamps the limit and passes the topic on', async () => {
    const { ask, asked } = appOf()
    const { body } = await ask('?limit=99&topic=games')
    expect(body).toMatchObject({ limit: 10, topic: 'games' })
    expect(body.posts).toHaveLength(10)
    expect(asked).toEqual([['3h', 'games']])
  })

  it('says that it is not enough, and what is missing', async () => {
    const { status, body } = await appOf({ rising: [], missing: 'Three days.' }).ask('')
    expect(status).toBe(200)
    expect(body).toMatchObject({ posts: [], enough: false, missing: 'Three days.' })
  })

  it('is also CSV and NDJSON', async () => {
    const { app } = appOf()
    const csv = await app.request('/api/trending?format=csv&window=24h')
    expect(csv.headers.get('content-disposition')).toContain(
      'launchboard-rising-24h-2026-11-20.csv',
    )
    const [header, first] = (await csv.text()).split('\r\n')
    expect(header).toBe(
      'rank,id,name,tagline,url,imageUrl,votesCount,commentsCount,launchedAt,topics,website,description,featured,makers,minutes,gained,expected,chance,score',
    )
    expect(first).toBe(
      '1,p0,Product 0,,,,100,1,2026-11-20T10:00:00.000Z,Games,,,,,20,30,4.5,0.00012,3.9',
    )
    const ndjson = await app.request('/api/trending?format=ndjson&limit=1')
    expect(JSON.parse(await ndjson.text())).toEqual(shown[0])
  })

  it('is not configured without a history', async () => {
    const { app } = testApp({ env: { HISTORY: 'false' } })
    const response = await app.request('/api/trending')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'not-configured' })
  })

  it('no launch with the topic is said, with topics like it', async () => {
    const { app } = testApp()
    const note = async (topic: string) =>
      (await (await app.request(`/api/trending?topic=${topic}`)).json()).note
    expect(await note('nowhere')).toMatch(/^No launch has the topic nowhere\./)
    expect(await note('producktivity')).toContain('Similar topics: Productivity')
    expect(await note('productivity')).toBe('The votes over time of the sample are simulated.')
  })

  it('its launches are of so many votes, and of the first places', async () => {
    const { ask } = appOf()
    const { posts, ranks } = (await ask('?minVotes=95&limit=10')).body
    expect(posts).toEqual(shown.slice(0, 6))
    expect(ranks).toEqual([1, 2, 3, 4, 5, 6])
    expect((await ask('?maxRank=2')).body.posts).toEqual(shown.slice(0, 2))
  })

  it('tells of the sample that its votes are simulated', async () => {
    const { app } = testApp()
    const body = await (await app.request('/api/trending?window=24h&limit=10')).json()
    expect(body).toMatchObject({ enough: true, source: 'catalogue' })
    expect(body.note).toContain('simulated')
  })
})
