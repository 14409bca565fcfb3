import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { createRecorder } from '../../src/history/recorder.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import type { ProductSource } from '../../src/sources/source.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { NOW, post, testApp } from '../helper/test-services.ts'

async function ask(path: string, { app } = testApp()) {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}

/** An app with a history, in which a product got a vote a minute from its launch on. */
async function recorded(instants: readonly string[], methods: Partial<ProductSource> = {}) {
  const database = await emptyDatabase()
  let now = new Date(NOW)
  const timezone = 'America/Los_Angeles'
  const products = ['one', 'two'].map((id) => ({
    id,
    name: `Product ${id}`,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: id === 'one' ? 10 : 5,
    commentsCount: 0,
    launchedAt: '2026-11-18T08:00:00.000Z',
    topics: [],
  }))
  const source = {
    name: 'product-hunt' as const,
    timezone,
    pageSize: 20,
    async launches({ window }: { window: { postedAfter: string; postedBefore: string } }) {
      const minutes = (now.getTime() - Date.parse('2026-11-18T08:00:00Z')) / 60_000
      const isThen = window.postedAfter === '2026-11-18T08:00:00.000Z'
      const read = products.map((one) => ({ ...one, votesCount: one.votesCount + minutes }))
      const asOf = now.toISOString()
      return { products: isThen ? read : [], source: 'product-hunt' as const, asOf, stale: false }
    },
  }
  const log = createLog({ level: 'silent', write: () => {}, now: () => now })
  const recorder = createRecorder({ database, source, now: () => now, log })
  for (const instant of instants) {
    now = new Date(instant)
    await recorder.record(new AbortController().signal)
  }
  const clock = () => now
  const history = recordedHistory({ database, source: 'product-hunt', timezone, now: clock })
  const later = { ...products[0]!, id: 'unrecorded', name: 'Unrecorded' }
  const catalogue = fixedCatalogue({ products: [...products, later] })
  const ranking = { ...catalogueSource(catalogue, { now: clock }), ...methods }
  return testApp({ now: clock, parts: { history, ranking } })
}

describe('GET /api/products/{id}/history', () => {
  it('votes at the end of the launch day and week are those of the zone of the source', async () => {
    const app = await recorded([
      '2026-11-18T09:00:00Z',
      '2026-11-19T07:50:00Z',
      '2026-11-19T08:10:00Z',
      '2026-11-25T07:40:00Z',
      '2026-11-25T09:00:00Z',
    ])
    const { body } = await ask('/api/products/two/history', app)
    expect(body).toMatchObject({
      tz: 'America/Los_Angeles',
      launchDay: { votes: 5 + 23 * 60 + 50, at: '2026-11-19T07:50:00.000Z' },
      launchWeek: { at: '2026-11-25T07:40:00.000Z' },
      bestRank: { rank: 2, at: '2026-11-18T09:00:00.000Z' },
      percentile: null,
      unknown: { percentile: 'At an age of 168 hours 2 launches were counted: it takes 100.' },
      days: 7,
      source: 'product-hunt',
    })
    expect(body.points).toHaveLength(3)
    expect(body.gaps.map(({ reason }: { reason: string }) => reason)).toContain('not-running')
    expect(body).not.toHaveProperty('note')
  })

  it('where nothing was read near a moment there is no figure of it, but the reason', async () => {
    const app = await recorded([
      '2026-11-18T09:00:00Z',
      '2026-11-19T06:00:00Z',
      '2026-11-20T09:00:00Z',
    ])
    expect((await ask('/api/products/two/history', app)).body).toMatchObject({
      launchDay: null,
      launchWeek: null,
      percentile: null,
      unknown: {
        launchDay: 'Nothing was read in the hour before 2026-11-19T08:00:00.000Z.',
        launchWeek: 'That is at 2026-11-25T08:00:00.000Z.',
      },
    })
  })

  it('a product that was never recorded has no points, and an unknown one is 404', async () => {
    const app = await recorded(['2026-11-20T09:00:00Z'])
    const { body } = await ask('/api/products/unrecorded/history', app)
    expect(body).toMatchObject({ points: [], launchDay: null, percentile: null })
    expect(body.note).toBe(
      'Nothing is recorded of this product: it launched before the recording began.',
    )
    expect(await ask('/api/products/nobody/history', app)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
  })

  it('a product has the rank of its last count, where the source knows only the first launches', async () => {
    const app = await recorded(['2026-11-18T09:00:00Z'], { rank: async () => null })
    const { ranks } = (await ask('/api/products/two?tz=America/Los_Angeles', app)).body
    expect(ranks).toMatchObject({ day: { rank: 2, of: null, neighbours: [] }, week: null })
    const elsewhere = await ask('/api/products/two?tz=Asia/Tokyo', app)
    expect(elsewhere.body.ranks.day).toBeNull()
  })

  it('a history that is switched off is a 503 in words, and so is one without a database', async () => {
    const off = await ask(
      '/api/products/sample-386/history',
      testApp({ env: { HISTORY: 'false' } }),
    )
    expect(off).toMatchObject({ status: 503, body: { code: 'not-configured' } })
    expect(off.body.error).toMatch(/switched off/)
    const env = { SOURCE: 'show-hn' }
    const none = await ask('/api/products/1/history', testApp({ env }))
    expect(none).toMatchObject({ status: 503, body: { code: 'not-configured' } })
    expect(none.body.error).toMatch(/no database/)
  })
})

describe('the votes of the sample over time', () => {
  let board: { id: string; votesCount: number }[]
  beforeAll(async () => {
    const { body } = await ask('/api/top-range?timeframe=today&tz=UTC&limit=10')
    board = body.posts
  })

  it('they are computed, say so, and end as the board has them', async () => {
    for (const { id, votesCount } of board.slice(0, 3)) {
      const { body } = await ask(`/api/products/${id}/history`)
      expect(body.note).toMatch(/simulated/)
      expect(body.points.at(-1)).toMatchObject({ at: NOW.toISOString(), votes: votesCount })
      const votes = body.points.map((point: { votes: number }) => point.votes)
      expect(votes).toEqual(votes.toSorted((one: number, other: number) => one - other))
      expect(body.percentile).toBeGreaterThan(0)
    }
  })

  it('the board of today follows them while the day goes on', async () => {
    const votesAt = async (instant: string) => {
      const app = testApp({ now: () => new Date(instant) })
      const { body } = await ask('/api/top-range?timeframe=today&tz=UTC&limit=1', app)
      return body.posts[0].votesCount
    }
    const votes = await Promise.all(
      ['09:00', '12:00', '23:00'].map((at) => votesAt(`2026-11-20T${at}:00Z`)),
    )
    expect(votes).toEqual(votes.toSorted((one, other) => one - other))
    expect(votes[0]).toBeLessThan(votes[2])
  })
})

describe('getProductHistory', () => {
  const call = async (product: string) => {
    const params = { name: 'getProductHistory', arguments: { product } }
    const headers = { accept: 'application/json, text/event-stream' }
    const request = post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
    const { result } = await (await testApp().app.request('/mcp', request)).json()
    return result
  }

  it.each(['Polyglotta', 'polyglotta', 'sample-350'])('%s is a product', async (product) => {
    const { structuredContent } = await call(product)
    expect(structuredContent.product.name).toMatch(/\w/)
    expect(structuredContent.points.length).toBeLessThanOrEqual(50)
    expect(structuredContent.launchDay).toMatchObject({ votes: expect.any(Number) })
  })

  it('a product that does not exist is an error in words', async () => {
    const { isError, content } = await call('No Such Thing At All')
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(/no product/)
  })
})
