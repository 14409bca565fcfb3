import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { startAlgoliaServer } from '../helper/algolia-server.ts'
import { type PostRecord, startGraphqlServer } from '../helper/graphql-server.ts'
import { testClock } from '../helper/test-clock.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { post, testApp } from '../helper/test-services.ts'
import { reply, replyPage, reset } from '../helper/upstream-server.ts'

const TOKEN = 'ph-secret-token'
const application = { applicationId: 'APP', apiKey: 'algolia-secret-key', index: 'launches' }
const SECRETS = [TOKEN, application.apiKey]

let productHunt: Awaited<ReturnType<typeof startGraphqlServer>>
let algolia: Awaited<ReturnType<typeof startAlgoliaServer>>
beforeAll(async () => {
  productHunt = await startGraphqlServer({ token: TOKEN })
  algolia = await startAlgoliaServer(application)
})
afterAll(() => Promise.all([productHunt.stop(), algolia.stop()]))

/** Product Hunt's own order, which is not that of the votes. */
const POSTS = [
  launch('Lantern', 10, '2026-11-20T08:01:00Z'),
  launch('Harbor', 90, '2026-11-20T09:00:00Z'),
  launch('Meadow', 50, '2026-11-16T09:00:00Z'),
  launch('Old Oak', 900, '2025-01-01T09:00:00Z'),
]
const NAMES = POSTS.map(({ name }) => name)

beforeEach(() => {
  productHunt.serve(POSTS)
  algolia.serve([{ objectID: '7', name: 'Ledger', tagline: 'quinces for boats' }])
})
afterEach(() => {
  vi.useRealTimers()
})

function launch(name: string, votesCount: number, createdAt: string): PostRecord {
  const url = `https://www.producthunt.com/posts/${name.toLowerCase().replace(' ', '-')}`
  return {
    ...{ id: name, name, tagline: 'A tagline', url, votesCount, createdAt },
    commentsCount: 2,
    topics: ['AI'],
  }
}

/** The whole service, both upstreams live, with a clock that moves when it is told to. */
function live(env: Record<string, string> = {}, database?: Database) {
  const clock = testClock()
  const { app, services, lines, records } = testApp({
    now: clock.now,
    runtime: database ? { database } : {},
    env: {
      PRODUCTHUNT_API_TOKEN: TOKEN,
      PRODUCTHUNT_API_URL: productHunt.url,
      ALGOLIA_APP_ID: application.applicationId,
      ALGOLIA_API_KEY: application.apiKey,
      ALGOLIA_INDEX: application.index,
      ALGOLIA_URL: algolia.url,
      ...env,
    },
  })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    const { status, headers } = response
    const text = await response.text()
    return { status, wait: headers.get('retry-after'), text, body: JSON.parse(text) }
  }
  const chat = async (message: string) => (await ask('/api/chat', post({ message }))).body
  const calls = () => records().filter(({ event }) => event === 'upstream-call')
  const callsEnded = (count: number) => vi.waitFor(() => expect(calls()).toHaveLength(count), 5_000)
  return { ...clock, services, ask, chat, lines, records, calls, callsEnded }
}

function names({ body }: { body: { posts: { name: string }[] } }) {
  return body.posts.map(({ name }) => name)
}

function asked(at = 0) {
  return JSON.parse(productHunt.questions[at]?.body ?? '').variables
}

/** Data that was read a while ago, and an upstream that has failed since. */
async function leftAlone(service: ReturnType<typeof live>, path: string) {
  const before = await service.ask(path)
  const ended = service.calls().length
  productHunt.answerWith(reply('', 500))
  service.pass(61_000)
  await service.ask(path)
  // The call and its retry.
  await service.callsEnded(ended + 2)
  service.pass(1_001)
  return before
}

describe('live rankings', () => {
  it.each([
    ['/api/top-week', '2026-11-13T18:00:00.000Z', '2026-11-20T18:00:00.000Z', 3],
    ['/api/top-range', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z', 2],
    ['/api/top-range?tz=Asia/Tokyo', '2026-11-20T15:00:00.000Z', '2026-11-21T15:00:00.000Z', 0],
  ])('the order that %s returns is kept', async (path, postedAfter, postedBefore, found) => {
    const answer = await live().ask(path)
    expect(answer.status).toBe(200)
    expect(names(answer)).toEqual(NAMES.slice(0, found))
    expect(answer.body).toMatchObject({ order: 'RANKING', source: 'product-hunt', stale: false })
    expect(answer.body.window).toMatchObject({ postedAfter, postedBefore })
    expect(asked()).toEqual({ first: 13, order: 'RANKING', postedAfter, postedBefore })
  })

  it('a search asks Algolia', async () => {
    const { body } = await live().ask('/api/search?q=Quinces')
    expect(body).toMatchObject({ source: 'algolia', stale: false, hits: [{ name: 'Ledger' }] })
    expect(algolia.questions).toHaveLength(1)
  })
})

describe('the budget of live rankings', () => {
  /** How many of 300 different questions of ten minutes are answered, and what was recorded. */
  async function answers(HISTORY: string) {
    productHunt.serve(POSTS)
    const { ask, pass, services } = live({ HISTORY }, await emptyDatabase())
    let answered = 0
    for (let question = 0; question < 300; question += 1) {
      if (question % 100 === 0) await services.recorder?.record(new AbortController().signal)
      pass(1_500)
      const day = new Date(Date.UTC(2024, 0, 1 + question)).toISOString().slice(0, 10)
      answered += Number((await ask(`/api/top-range?timeframe=${day}`)).status === 200)
    }
    const { snapshots } = await services.history.state().catch(() => ({ snapshots: 0 }))
    return { answered, snapshots }
  }

  it('beside the recorder people get four fifths of the answers that they get alone', async () => {
    const [alone, beside] = [await answers('false'), await answers('true')]
    expect(alone.answered).toBeGreaterThan(100)
    expect(beside.answered / alone.answered).toBeGreaterThanOrEqual(0.8)
    expect([alone.snapshots, beside.snapshots > 0]).toEqual([0, true])
  })
})

describe('live rankings with nothing to serve', () => {
  it.each([
    ['a problem', reply('', 500), 502, 'upstream-failed'],
    ['a challenge', replyPage(403), 502, 'upstream-failed'],
    ['a limit', reply('{}', 429, { 'retry-after': 30 }), 503, 'upstream-unavailable'],
  ])('the search fails with %s too', async (_case, answer, status, code) => {
    algolia.answerWith(answer)
    const { ask } = live()
    const failed = await ask('/api/search?q=quinces')
    expect(failed).toMatchObject({ status, body: { code } })
    expect(failed.body).not.toHaveProperty('hits')
    expect((await ask('/api/top')).status).toBe(200)
  })
})

describe('searching what live rankings have', () => {
  const noAlgolia = { ALGOLIA_APP_ID: '', ALGOLIA_API_KEY: '', ALGOLIA_INDEX: '', ALGOLIA_URL: '' }
  const hits = ({ body }: { body: { hits: { name: string }[] } }) =>
    body.hits.map(({ name }) => name)

  it('the first search asks for a few rankings, and later ones search what was read', async () => {
    const { ask, pass } = live(noAlgolia)
    const found = await ask('/api/search?q=harbor')
    expect(hits(found)).toEqual(['Harbor'])
    expect(found.body).toMatchObject({ source: 'product-hunt', stale: false })
    expect(found.body.note).toBe(
      'Only 4 launches from the rankings of Product Hunt that were read here have been searched.',
    )
    const windows = productHunt.questions.map((_, at) => asked(at).postedAfter)
    expect(windows.sort()).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-16T05:00:00.000Z',
      '2026-11-20T05:00:00.000Z',
      undefined,
    ])
    pass(61_000)
    expect(hits(await ask('/api/search?q=oak'))).toEqual(['Old Oak'])
    expect(productHunt.questions).toHaveLength(4)
  })

  it('a search finds what any ranking has answered, in its newest form, and no sample', async () => {
    const { ask, pass, callsEnded } = live(noAlgolia)
    await ask('/api/search?q=oak')
    productHunt.serve([
      launch('Newcomer', 5, '2026-11-18T10:00:00Z'),
      { ...launch('Old Oak', 950, '2025-01-01T09:00:00Z'), tagline: 'Acorns' },
    ])
    pass(1_001)
    await ask('/api/top-range?timeframe=2026-11-18')
    expect(hits(await ask('/api/search?q=newcomer'))).toEqual(['Newcomer'])
    pass(61_000)
    await ask('/api/top')
    await callsEnded(6)
    pass(1_001)
    await ask('/api/top')
    expect((await ask('/api/search?q=acorns')).body.hits).toMatchObject([{ votesCount: 950 }])
    expect(hits(await ask('/api/search?q=password%20manager%20invoice'))).toEqual([])
  })

  it('a search never takes a failure for an empty list', async () => {
    productHunt.answerWith(reply('', 500))
    const { ask, pass } = live(noAlgolia)
    expect(await ask('/api/search?q=oak')).toMatchObject({
      status: 502,
      body: { code: 'upstream-failed' },
    })
    productHunt.serve(POSTS)
    pass(61_000)
    expect(hits(await ask('/api/search?q=oak'))).toEqual(['Old Oak'])
  })

  it('a search that cannot read more says that what it has is old', async () => {
    const { ask, pass, callsEnded } = live(noAlgolia)
    const { body } = await ask('/api/search?q=oak')
    productHunt.answerWith(reply('{}', 401))
    pass(11 * 60_000)
    await ask('/api/search?q=oak')
    await callsEnded(8)
    pass(31_000)
    await ask('/api/search?q=oak')
    pass(1_001)
    expect((await ask('/api/search?q=oak')).body).toEqual({ ...body, stale: true })
  })

  it('the status and the chat say what is searched', async () => {
    const { ask, chat } = live(noAlgolia)
    const { reply: text } = await chat('search for old oak')
    expect(text).toMatch(/Old Oak.*Only 4 launches from the rankings of Product Hunt/s)
    expect((await ask('/status')).body.search).toMatchObject({
      serves: 'embedded',
      covers: '4 launches from the rankings of Product Hunt',
    })
  })
})

describe('an upstream that ignores its filters', () => {
  const node = (name: string, createdAt: string, ...topics: string[]) => ({
    node: {
      id: name,
      name,
      createdAt,
      topics: { edges: topics.map((name) => ({ node: { name } })) },
    },
  })
  const edges = [
    node('Early', '2026-11-20T04:59:59Z', 'AI'),
    node('First', '2026-11-20T05:00:00Z', 'ai'),
    node('Other topic', '2026-11-20T06:00:00Z', 'Kites'),
    node('May have more', '2026-11-20T07:00:00Z', 'a', 'b', 'c', 'd', 'e'),
    node('Next day', '2026-11-21T05:00:00Z', 'AI'),
    node('Undated', '', 'AI'),
  ]

  it('what is outside of the window or the topic is dropped and counted', async () => {
    productHunt.answerWith(reply(JSON.stringify({ data: { posts: { edges } } })))
    const { ask, records } = live()
    const today = await ask('/api/top-range?limit=10')
    expect(names(today)).toEqual(['First', 'Other topic', 'May have more', 'Undated'])
    expect(today.body.note).toMatch(/2 launches .* left out/)
    expect(names(await ask('/api/top-range?limit=10&topic=AI'))).toEqual([
      'First',
      'May have more',
      'Undated',
    ])
    expect((await ask('/status')).body.ranking.dropped).toBe(5)
    expect(records().filter(({ event }) => event === 'products-dropped')).toMatchObject([
      { level: 'warn', upstream: 'Product Hunt', count: 2 },
      { count: 3 },
    ])
  })
})

describe('live rankings without a token', () => {
  const withoutToken = { SOURCE: 'product-hunt', PRODUCTHUNT_API_TOKEN: '', SEARCH: 'embedded' }

  it('without a token rankings are empty and the search works', async () => {
    const { ask } = live(withoutToken)
    for (const path of ['/api/top', '/api/top-week', '/api/top-range?timeframe=last_month']) {
      const { status, body } = await ask(path)
      expect(status).toBe(200)
      expect(body).toMatchObject({ posts: [], source: 'product-hunt', stale: false })
    }
    const { body } = await ask('/api/search?q=invoice')
    expect(body.source).toBe('catalogue')
    expect(body.hits.length).toBeGreaterThan(0)
    expect(productHunt.questions).toHaveLength(0)
  })

  it('without a token the agent says that one is missing', async () => {
    const { reply: text } = await live(withoutToken).chat('top 3 today')
    expect(text).toMatch(/no Product Hunt token/)
  })
})

describe('talking about live rankings', () => {
  it('the agent says what failed and names no product', async () => {
    productHunt.answerWith(reply('', 500))
    const { reply: text, toolResults } = await live().chat('top 3 today')
    expect(toolResults).toMatchObject([{ toolName: 'getTopProductsByTimeframe' }])
    expect(toolResults[0].result).toEqual({
      error: 'Product Hunt had an internal error.',
      code: 'upstream-failed',
    })
    expect(text).toContain('Product Hunt had an internal error.')
    for (const name of NAMES) expect(text).not.toContain(name)
  })

  it('the agent says that an answer is an earlier one', async () => {
    const service = live()
    await leftAlone(service, '/api/top-range')
    const { reply: text, toolResults } = await service.chat('top 3 today')
    expect(toolResults[0].result).toMatchObject({ stale: true })
    expect(text).toMatch(/Lantern.*earlier answer/s)
  })
})

describe('GET /status with live upstreams', () => {
  const well = { pausedUntil: null, failing: false, lastFailure: null }
  const unknown = { budgetLeft: null, budgetResetAt: null, lastSuccess: null }
  const quiet = { ...well, ...unknown, breaker: 'closed' }

  it('the status names what serves each part before the first request', async () => {
    const { body } = await live().ask('/status')
    expect(body).toEqual({
      version: expect.any(String),
      build: expect.any(Object),
      model: { ...quiet, serves: 'embedded', breaker: null },
      ranking: { ...quiet, serves: 'product-hunt', dropped: 0 },
      search: { ...quiet, serves: 'algolia', dropped: 0 },
      history: expect.objectContaining({ serves: 'off' }),
      timeZones: expect.objectContaining({ source: 'bundled' }),
    })
  })

  it('the status has the budget and the last success', async () => {
    const { ask } = live()
    await ask('/api/top')
    const { body, text } = await ask('/status')
    expect(body.ranking).toEqual({
      ...well,
      serves: 'product-hunt',
      breaker: 'closed',
      budgetLeft: 6200,
      budgetResetAt: '2026-11-20T18:10:00.000Z',
      lastSuccess: '2026-11-20T18:00:00.000Z',
      dropped: 0,
    })
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it('the status shows why an answer is stale, and the log does', async () => {
    const { ask, pass, calls, callsEnded } = live()
    await ask('/api/top')
    await ask('/api/search?q=quinces')
    pass(62_000)
    productHunt.answerWith(reply('{}', 401))
    algolia.answerWith(reply('{}', 403))
    await ask('/api/top')
    await ask('/api/search?q=quinces')
    await callsEnded(4)
    pass(1_001)
    expect((await ask('/api/top')).body).toMatchObject({ stale: true })

    const { body } = await ask('/status')
    for (const [part, reason] of [
      ['ranking', 'status 401'],
      ['search', 'status 403'],
    ] as const) {
      const lastFailure = { at: '2026-11-20T18:01:02.000Z', code: 'upstream-failed', reason }
      expect(body[part]).toMatchObject({ breaker: 'closed', failing: true, lastFailure })
      expect(calls()).toContainEqual(expect.objectContaining({ level: 'warn', reason }))
    }
  })
})

describe('the log of live upstreams', () => {
  it('neither log nor answers contain secrets or search words', async () => {
    const echo = JSON.stringify({ message: `${SECRETS} quinces`, errors: [{ error: TOKEN }] })
    const failures = [403, 400, 200, 500].map((status) => reply(echo, status))
    for (const failure of [undefined, ...failures, replyPage(403), reset]) {
      if (failure) productHunt.answerWith(failure)
      if (failure) algolia.answerWith(failure)
      const { ask, lines } = live({ LOG_LEVEL: 'debug' })
      const answers = [
        await ask('/api/top'),
        await ask('/api/search?q=quinces'),
        await ask('/api/chat', post({ message: 'find me a tool for quinces' })),
        await ask('/status'),
      ]
      const logged = lines.join()
      const told = logged + answers.map(({ text }) => text).join()
      for (const secret of SECRETS) expect(told).not.toContain(secret)
      expect(logged).toContain('upstream-call')
      expect(logged).not.toMatch(/quinces/i)
    }
  })
})
