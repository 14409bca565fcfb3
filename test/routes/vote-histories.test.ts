import { expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

async function ask(query: string) {
  const response = await app.request(`/api/history?${query}`)
  return { status: response.status, body: await response.json() }
}

it('/api/history has the votes over time of the best launches, in few points', async () => {
  const query = 'timeframe=last_week&tz=Europe/Berlin&limit=5'
  const { status, body } = await ask(query)
  const { posts } = await (await app.request(`/api/top-range?${query}`)).json()
  expect(status).toBe(200)
  expect(body).toMatchObject({ timeframe: 'last_week', tz: 'Europe/Berlin', isSimulated: true })
  expect(body.histories).toHaveLength(5)
  for (const [index, { id, points }] of body.histories.entries()) {
    const { id: ranked, launchedAt, votesCount } = posts[index]
    expect(id).toBe(ranked)
    expect(points).toHaveLength(24)
    const votes: number[] = points.map((point: { votes: number }) => point.votes)
    expect(votes).toEqual(votes.toSorted((one, other) => one - other))
    expect(votes[23]).toBe(votesCount)
    const ages = [points[0], points[23]].map(({ at }) => Date.parse(at) - Date.parse(launchedAt))
    expect(ages[0]).toBeLessThan(600_000)
    expect(ages[1]).toBeGreaterThan(46 * 3_600_000)
    expect(ages[1]).toBeLessThanOrEqual(48 * 3_600_000)
  }
})

it.each(['limit=many', 'timeframe=soon', 'ids=1&tz=Mars'])('?%s is a 400', async (query) => {
  expect((await ask(query)).status).toBe(400)
})

it('a launch without snapshots has no points', async () => {
  const history = { curves: async () => new Map(), isSimulated: false }
  const whole = testApp()
  const { services } = whole
  const other = testApp({ parts: { history: { ...services.history, ...history } } })
  const { histories } = await (await other.app.request('/api/history?limit=1')).json()
  expect(histories).toEqual([{ id: expect.any(String), points: [] }])
})

it('without a history there is none, and the rankings go on', async () => {
  const { app } = testApp({ env: { HISTORY: 'false', LOG_LEVEL: 'silent' } })
  const response = await app.request('/api/history')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'not-configured' })
  expect((await app.request('/api/top-range')).status).toBe(200)
})
