import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { type History, instantsOf } from '../../src/history/history.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { createRecorder } from '../../src/history/recorder.ts'
import type { ReplayAnswer } from '../../src/routes/replay.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { atAge } from '../../src/sources/sample-votes.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { testApp } from '../helper/test-services.ts'

async function ask(query: string, { app } = testApp()) {
  const response = await app.request(`/api/replay?${query}`)
  return { status: response.status, body: await response.json() }
}

/** What one can count at a step: ids in the order of their ranks, with their votes. */
function standings({ launches }: ReplayAnswer, step: number) {
  return launches
    .flatMap(({ id, from, votes, ranks }) =>
      step < from ? [] : [{ id, votes: votes[step - from]!, rank: ranks[step - from]! }],
    )
    .sort((one, other) => one.rank - other.rank)
}

it('a day has its steps in the time of the zone, with the votes and ranks of each', async () => {
  const app = testApp()
  const { status, body } = await ask('timeframe=2026-11-19&tz=America/New_York', app)
  expect(status).toBe(200)
  expect(body).toMatchObject({ tz: 'America/New_York', isSimulated: true, source: 'catalogue' })
  expect(body.steps).toHaveLength(97)
  expect(body.steps[0]).toBe('2026-11-19T00:00:00-05:00')
  expect(body.steps[56]).toBe('2026-11-19T14:00:00-05:00')
  expect(body.steps[96]).toBe('2026-11-20T00:00:00-05:00')
  const evening = standings(body, 76)
  expect(evening.map(({ rank }) => rank)).toEqual(evening.map((_launch, index) => index + 1))
  const votes = evening.map((launch) => launch.votes)
  expect(votes).toEqual(votes.toSorted((one, other) => other - one))
  const [first] = evening
  const history = await app.app.request(`/api/products/${first?.id}/history`)
  const { points } = await history.json()
  const then = points.findLast(({ at }: { at: string }) => at <= '2026-11-20T00:00:00.000Z')
  expect(then).toMatchObject({ votes: first?.votes })
})

it('a week has a step an hour, ends now while it is under way, and is limited to a topic', async () => {
  const { body } = await ask('timeframe=this_week&tz=UTC&topic=Productivity')
  expect(body.steps.slice(-2)).toEqual(['2026-11-20T17:00:00+00:00', '2026-11-20T18:00:00+00:00'])
  expect(body.topic).toBe('Productivity')
  expect(body.launches.length).toBeGreaterThan(1)
  const last = standings(body, body.steps.length - 1)
  expect(last.map(({ id }) => id)).toEqual(body.launches.map(({ id }: { id: string }) => id))
})

it('a longer window, a timeframe that is none and a zone that is none are refused', async () => {
  for (const query of ['timeframe=last_month', 'timeframe=soon', 'tz=Mars/Base']) {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  }
})

it('a count that was recorded stands until the next one', async () => {
  const database = await emptyDatabase()
  const timezone = 'UTC'
  const launchedAt = '2026-11-18T08:00:00.000Z'
  const product = { tagline: null, url: null, imageUrl: null, commentsCount: 0, topics: [] }
  const productsWith = (votes: Record<string, number>) =>
    Object.entries(votes).map(([id, votesCount]) => ({
      ...product,
      id,
      name: `Product ${id}`,
      votesCount,
      launchedAt,
    }))
  let now = new Date(launchedAt)
  let votes: Record<string, number> = {}
  const source = {
    name: 'product-hunt' as const,
    timezone,
    pageSize: 20,
    async launches({ window }: { window: { postedAfter: string } }) {
      const isThen = window.postedAfter.startsWith('2026-11-18')
      const products = isThen ? productsWith(votes) : []
      return { products, source: 'product-hunt' as const, asOf: now.toISOString(), stale: false }
    },
  }
  const clock = () => now
  const log = createLog({ level: 'silent', write: () => {}, now: clock })
  const recorder = createRecorder({ database, source, now: clock, log })
  const counted = [
    ['2026-11-18T09:00:00Z', { kite: 5, boat: 2 }],
    ['2026-11-18T09:10:00Z', { kite: 6, boat: 3 }],
    ['2026-11-18T12:20:00Z', { boat: 9, kite: 6 }],
  ] as const
  for (const [instant, counts] of counted) {
    now = new Date(instant)
    votes = counts
    await recorder.record(new AbortController().signal)
  }
  const history = recordedHistory({ database, source: 'product-hunt', timezone, now: clock })
  const ranking = catalogueSource(fixedCatalogue({ products: productsWith(votes) }), { now: clock })
  const app = testApp({ now: clock, parts: { history, ranking } })
  const { body } = await ask('timeframe=2026-11-18&tz=UTC', app)
  const quarter = (hour: number, minute: number) => hour * 4 + minute / 15
  expect(standings(body, quarter(8, 45))).toEqual([])
  expect(standings(body, quarter(9, 15))).toEqual([
    { id: 'kite', votes: 6, rank: 1 },
    { id: 'boat', votes: 3, rank: 2 },
  ])
  expect(standings(body, quarter(12, 15))).toEqual(standings(body, quarter(9, 15)))
  expect(standings(body, body.steps.length - 1)).toEqual([
    { id: 'boat', votes: 9, rank: 1 },
    { id: 'kite', votes: 6, rank: 2 },
  ])
})

it('a hundred launches of a week take at most 20 KB compressed', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `sample-${index}`)
  const { services } = testApp()
  const products = ids.map((id, index) => ({
    id,
    name: id,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 30 + ((index * 7919) % 900),
    commentsCount: 0,
    launchedAt: new Date(Date.parse('2026-11-09T00:10:00Z') + index * 5_900_000).toISOString(),
    topics: [],
  }))
  const stepwise: History['stepwise'] = async (_ids, steps) =>
    new Map(
      products.map((product) => {
        const launchedAt = Date.parse(product.launchedAt)
        const counts = instantsOf(steps).flatMap((at) =>
          at < launchedAt ? [] : { at, votes: atAge(product, at - launchedAt).votesCount ?? 0 },
        )
        return [product.id, counts]
      }),
    )
  const clock = () => new Date('2026-11-20T18:00:00Z')
  const history = { ...services.history, stepwise }
  const ranking = catalogueSource(fixedCatalogue({ products }), { now: clock })
  const { app } = testApp({ now: clock, parts: { history, ranking } })
  const text = await (await app.request('/api/replay?timeframe=last_week&tz=UTC')).text()
  expect(JSON.parse(text).launches).toHaveLength(100)
  expect(gzipSync(text).byteLength).toBeLessThan(20 * 1024)
})

it('without a history there is none', async () => {
  const app = testApp({ env: { HISTORY: 'false', LOG_LEVEL: 'silent' } })
  expect(await ask('', app)).toMatchObject({ status: 503, body: { code: 'not-configured' } })
})
