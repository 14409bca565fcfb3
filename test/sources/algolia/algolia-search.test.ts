import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type AlgoliaOptions, algoliaSearch } from '../../../src/sources/algolia/algolia-search.ts'
import { startAlgoliaServer } from '../../helper/algolia-server.ts'
import { failureOf } from '../../helper/failure-of.ts'
import {
  type Answer,
  hang,
  redirect,
  reply,
  replyPage,
  reset,
  startUpstream,
  truncate,
  type Upstream,
} from '../../helper/upstream-server.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const application = { applicationId: 'APP', apiKey: 'secret-key', index: 'launches/2026' }

let server: Awaited<ReturnType<typeof startAlgoliaServer>>
beforeAll(async () => {
  server = await startAlgoliaServer(application)
})
afterAll(() => server.stop())

function index(options: Partial<AlgoliaOptions> = {}) {
  return algoliaSearch({ ...application, url: server.url, now: () => NOW, ...options })
}

const question = { query: '', limit: 10 }

async function read(...records: unknown[]) {
  server.serve(records)
  const { products } = await index().search(question)
  return products
}

async function failure(answer: Answer, options: Partial<AlgoliaOptions> = {}) {
  server.serve([])
  server.answerWith(answer)
  const failed = await failureOf(index(options).search(question))
  expect(JSON.stringify(failed)).not.toMatch(/secret-key|words of the upstream/)
  return failed
}

describe('algoliaSearch()', () => {
  it('a product of Algolia has its source and the time it was read', async () => {
    const record = {
      objectID: '1',
      name: 'Invoice Ninja',
      tagline: 'Invoices',
      url: 'https://p.test/1',
      imageUrl: 'https://p.test/1.png',
      votesCount: 9,
      commentsCount: 2,
      topics: ['Finance'],
      createdAt: '2026-11-20T08:01:00Z',
      _highlightResult: {},
    }
    server.serve([record, { objectID: '2', name: 'Loom' }])
    expect(await index().search({ query: 'Invoice', limit: 10 })).toEqual({
      products: [
        {
          id: '1',
          name: 'Invoice Ninja',
          tagline: 'Invoices',
          url: 'https://p.test/1',
          imageUrl: 'https://p.test/1.png',
          votesCount: 9,
          commentsCount: 2,
          launchedAt: '2026-11-20T08:01:00.000Z',
          topics: ['Finance'],
        },
      ],
      source: 'algolia',
      asOf: NOW.toISOString(),
      stale: false,
    })
  })

  it('Algolia is asked for one index with the wanted limit, and no key is in the address', async () => {
    server.serve(['a', 'b', 'c'].map((name) => ({ objectID: name, name })))
    const { products } = await index().search({ query: '', limit: 2 })
    expect(products.map(({ id }) => id)).toEqual(['a', 'b'])
    const [first, ...others] = server.questions
    expect(others).toEqual([])
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ query: '', hitsPerPage: 2 })
    expect(first?.path).not.toContain(application.apiKey)
  })

  it('a product is found by its id', async () => {
    server.serve([{ objectID: '7', name: 'Loom' }])
    const [known, unknown] = await Promise.all(['7', '8'].map((id) => index().product?.({ id })))
    expect(known).toMatchObject({ products: [{ id: '7', name: 'Loom' }], source: 'algolia' })
    expect(unknown?.products).toEqual([])
  })

  it('no more hits than wanted are returned', async () => {
    const hits = ['a', 'b', 'c'].map((name) => ({ objectID: name, name }))
    server.answerWith(reply(JSON.stringify({ hits })))
    expect((await index().search({ query: '', limit: 2 })).products).toHaveLength(2)
  })
})

describe('a record of an index', () => {
  const NOTHING = {
    id: '1',
    name: 'Loom',
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: null,
    commentsCount: null,
    launchedAt: null,
    topics: [],
  }
  const named = { objectID: '1', name: 'Loom' }
  const LAUNCH = '2026-11-20T08:01:00.000Z'

  it.each([
    [{ id: 1, objectID: undefined }, {}],
    [{ id: '9' }, {}],
    [{ tag_line: 'x' }, { tagline: 'x' }],
    [{ tagLine: 'x' }, { tagline: 'x' }],
    [{ votes_count: 3 }, { votesCount: 3 }],
    [{ comments_count: 3 }, { commentsCount: 3 }],
    [{ post_url: 'https://p.test/1' }, { url: 'https://p.test/1' }],
    [{ url: 'javascript:x', post_url: 'https://p.test/1' }, { url: 'https://p.test/1' }],
    [{ url: '/posts/loom?utm_a=b' }, { url: 'https://www.producthunt.com/posts/loom' }],
    [{ image_url: 'https://p.test/1.png' }, { imageUrl: 'https://p.test/1.png' }],
    [{ thumbnail: { image_url: '//p.test/1.png' } }, { imageUrl: 'https://p.test/1.png' }],
    [{ thumbnail_url: 'javascript:x' }, {}],
    [{ topics: [{ name: 'AI' }, 'Tech', 7, null, {}] }, { topics: ['AI', 'Tech'] }],
    [{ launchedAt: '2026-11-20T08:01:00Z' }, { launchedAt: LAUNCH }],
    [{ launchedAt: 1795161660 }, { launchedAt: LAUNCH }],
    [{ createdAt: '2026-11-20 08:01:00' }, { launchedAt: LAUNCH }],
    [{ created_at: '2026-11-20' }, { launchedAt: '2026-11-20T00:00:00.000Z' }],
    [{ launchedAt: 'soon', featured_at: 1795161660 }, { launchedAt: LAUNCH }],
  ])('a record with %j is read', async (fields, expected) => {
    expect(await read({ ...named, ...fields })).toEqual([{ ...NOTHING, ...expected }])
  })

  it('an unexpected value is null', async () => {
    const odd = { tagline: 7, url: {}, votesCount: '3', commentsCount: -1, topics: 'AI' }
    expect(await read({ ...named, ...odd, launchedAt: 1e18 })).toEqual([NOTHING])
  })

  it('a record without an id or name is left out', async () => {
    const records = [null, 'x', { objectID: '1' }, { name: 'x' }, { objectID: '2', name: ' ' }]
    expect(await read(...records, named)).toEqual([NOTHING])
  })
})

describe('an Algolia that fails', () => {
  const credentials = { apiKey: 'secret-key-of-another' }

  it.each<[string, Answer, object]>([
    ['a rate limit', reply('{}', 429, { 'retry-after': '3' }), { retryAfterMs: 3_000 }],
    ['400', reply('{"message":"words of the upstream"}', 400), { retryable: false }],
    ['a page', replyPage(200), { code: 'upstream-failed', retryable: false }],
    ['broken JSON', reply('{"words of the upstream'), { code: 'upstream-failed' }],
    ['an empty body', reply(''), { code: 'upstream-failed', logged: 'no hits' }],
    ['another shape', reply('{"hits":{}}'), { code: 'upstream-failed', logged: 'no hits' }],
    ['a reset', reset, { code: 'upstream-failed', retryable: true }],
  ])(
    'Algolia failing with %s is an upstream failure after one request',
    async (_what, answer, expected) => {
      const failed = await failure(answer)
      expect(failed).toMatchObject(expected)
      expect(failed.message).toMatch(/^Algolia /)
      expect(server.questions).toHaveLength(1)
    },
  )

  it('an Algolia that is too slow is a timeout', async () => {
    const failed = await failure(hang, { timeoutMs: 150 })
    expect(failed).toMatchObject({ code: 'upstream-timeout', retryable: false })
    expect(server.questions).toHaveLength(1)
    await server.questions[0]?.closed
  })

  it('a wrong Algolia key is an error of our configuration', async () => {
    server.serve([])
    const failed = await failureOf(index(credentials).search(question))
    expect(failed.message).toBe('Algolia rejected the credentials of this service.')
  })

  it('a missing index is an error', async () => {
    server.serve([])
    const failed = await failureOf(index({ index: 'other' }).search(question))
    expect(failed).toMatchObject({ message: 'Algolia rejected the request.', retryable: false })
  })
})

describe("Algolia's own hosts", () => {
  const good = reply('{"hits":[{"objectID":"1","name":"Loom"}]}')
  const hosts: string[] = []
  let nearest: Upstream
  let spare: Upstream
  beforeAll(async () => {
    nearest = await startUpstream(good)
    spare = await startUpstream(good)
  })
  afterAll(() => Promise.all([nearest.stop(), spare.stop()]))

  const HANGING_MS = 600
  /** A host that hangs leaves the rest to the next one. */
  const SHARE_MS = HANGING_MS / 3

  /** The network, with two servers of ours in the place of Algolia's. */
  const network: typeof fetch = (input, init) => {
    const { protocol, hostname, pathname, search } = new URL(String(input))
    hosts.push(`${protocol}//${hostname}`)
    const { url } = hostname.includes('-dsn.') ? nearest : spare
    return fetch(`${url}${pathname}${search}`, init)
  }

  async function search(first: Answer, second: Answer = good) {
    hosts.length = 0
    nearest.answerWith(first)
    spare.answerWith(second)
    // The time of a host that hangs. No other needs so much, on a busy machine too.
    const timeoutMs = first === hang ? HANGING_MS : 30_000
    const search = algoliaSearch({ ...application, fetch: network, timeoutMs, now: () => NOW })
    return search.search(question)
  }

  const both = ['https://app-dsn.algolia.net', 'https://app-1.algolianet.com']

  it('the nearest Algolia host is asked alone when it answers', async () => {
    await search(good)
    expect(hosts).toEqual(both.slice(0, 1))
  })

  it.each<[string, Answer]>([
    ['has a problem', reply('{}', 500)],
    ['resets', reset],
    ['breaks off', truncate('{')],
    ['hangs', hang],
  ])('one other Algolia host is asked when the nearest %s', async (_how, answer) => {
    expect((await search(answer)).products).toHaveLength(1)
    expect(hosts).toEqual(both)
  })

  it.each<[string, Answer]>([
    ['limits our rate', reply('{}', 429)],
    ['refuses', reply('{}', 400)],
    ['cannot be read', replyPage(200)],
    ['redirects', redirect('/')],
  ])('no other Algolia host is asked when the nearest %s', async (_how, answer) => {
    await failureOf(search(answer))
    expect(hosts).toEqual(both.slice(0, 1))
  })

  it('the failure of the last Algolia host is thrown', async () => {
    const failed = await failureOf(search(hang, reply('{}', 503)))
    expect(failed).toMatchObject({ message: 'Algolia had an internal error.' })
    expect(hosts).toEqual(both)
  })

  it('all Algolia hosts share one time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failed = failureOf(search(hang, hang))
    // Not `vi.waitFor`, which would move the clock.
    while (hosts.length < 1) await nextTurn()
    vi.advanceTimersByTime(SHARE_MS)
    while (hosts.length < 2) await nextTurn()
    vi.advanceTimersByTime(HANGING_MS - SHARE_MS)
    expect(await failed).toMatchObject({ code: 'upstream-timeout' })
  })
})
