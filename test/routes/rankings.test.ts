import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

async function ask(path: string) {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}

const POST_FIELDS = [
  'commentsCount',
  'id',
  'imageUrl',
  'launchedAt',
  'name',
  'tagline',
  'topics',
  'url',
  'votesCount',
]

describe('GET /api/top', () => {
  it('/api/top has the three products with the most votes by default', async () => {
    const { status, body } = await ask('/api/top')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['asOf', 'limit', 'order', 'posts', 'source', 'stale'])
    expect(body).toMatchObject({ limit: 3, order: 'VOTES', source: 'catalogue', stale: false })
    expect(body.asOf).toBe('2026-11-20T18:00:00.000Z')
    expect(body.posts).toHaveLength(3)
    expect(Object.keys(body.posts[0]).sort()).toEqual(POST_FIELDS)
    const votes = body.posts.map(({ votesCount }: { votesCount: number }) => votesCount)
    expect(votes).toEqual(votes.toSorted((a: number, b: number) => b - a))
  })

  it.each([
    ['999', 10],
    ['-4', 1],
    ['0', 1],
    ['2.9', 2],
    ['1e1', 10],
  ])('limit=%s is clamped to %i', async (limit, clamped) => {
    const { status, body } = await ask(`/api/top?limit=${limit}`)
    expect(status).toBe(200)
    expect(body.limit).toBe(clamped)
    expect(body.posts).toHaveLength(clamped)
  })

  it.each(['abc', '%20', '3x', 'NaN'])('limit=%s is rejected', async (limit) => {
    const { status, body } = await ask(`/api/top?limit=${limit}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid-request' })
    expect(body.error).toContain('limit: must be a number from 1 to 10')
  })
})

describe('GET /api/top-week', () => {
  it('/api/top-week counts seven days back from now by default', async () => {
    const { body } = await ask('/api/top-week')
    expect(body).toMatchObject({ days: 7, limit: 3, order: 'RANKING' })
    expect(body.window).toEqual({
      postedAfter: '2026-11-13T18:00:00.000Z',
      postedBefore: '2026-11-20T18:00:00.000Z',
      from: '2026-11-13',
      to: '2026-11-20',
      label: 'last_7_days',
      previous: '2026-11-06T18:00:00Z/2026-11-13T18:00:00Z',
    })
    expect(body.posts).toHaveLength(3)
  })

  it('days is clamped to 1–31 and must be a number', async () => {
    expect((await ask('/api/top-week?days=99')).body.days).toBe(31)
    expect((await ask('/api/top-week?days=0')).body.days).toBe(1)
    expect((await ask('/api/top-week?days=soon')).status).toBe(400)
  })
})

describe('GET /api/top-range', () => {
  it('/api/top-range is today in New York by default', async () => {
    const { body } = await ask('/api/top-range')
    expect(body).toMatchObject({ timeframe: 'today', tz: 'America/New_York', limit: 3 })
    expect(body.window).toEqual({
      postedAfter: '2026-11-20T05:00:00.000Z',
      postedBefore: '2026-11-21T05:00:00.000Z',
      from: '2026-11-20',
      to: '2026-11-20',
      label: 'today',
      previous: '2026-11-19',
    })
    expect(body.posts.length).toBeGreaterThan(0)
  })

  it('DEFAULT_TIMEZONE is the zone of /api/top-range by default', async () => {
    const { app } = testApp({ env: { DEFAULT_TIMEZONE: 'Europe/Berlin' } })
    const body = await (await app.request('/api/top-range')).json()
    expect(body).toMatchObject({ tz: 'Europe/Berlin' })
    expect(body.window.postedAfter).toBe('2026-11-19T23:00:00.000Z')
  })

  it.each(['garbage', '2026-02-30', '2026-11-15/2026-11-01', 'last_32_days'])(
    'timeframe=%s is rejected with the accepted forms',
    async (timeframe) => {
      const { status, body } = await ask(
        `/api/top-range?timeframe=${encodeURIComponent(timeframe)}`,
      )
      expect(status).toBe(400)
      expect(body.error).toContain('last_week')
    },
  )

  it.each(['Mars/Olympus', 'local', '+05:00'])('tz=%s is rejected', async (tz) => {
    const { status, body } = await ask(`/api/top-range?tz=${encodeURIComponent(tz)}`)
    expect(status).toBe(400)
    expect(body.error).toMatch(/^tz: /)
  })
})
