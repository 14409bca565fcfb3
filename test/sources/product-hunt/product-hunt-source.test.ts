import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productHuntSource } from '../../../src/sources/product-hunt/product-hunt-source.ts'
import type { Budget } from '../../../src/sources/upstream-calls.ts'
import { failureOf } from '../../helper/failure-of.ts'
import { type PostRecord, startGraphqlServer } from '../../helper/graphql-server.ts'
import { type Answer, reply } from '../../helper/upstream-server.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const now = () => NOW
const IMAGE = 'https://ph-files.imgix.net/1.png?auto=format&w=192'
const TOKEN = 'secret-token'

let server: Awaited<ReturnType<typeof startGraphqlServer>>
beforeAll(async () => {
  server = await startGraphqlServer({ token: TOKEN })
})
afterAll(() => server.stop())

function post(id: string, rest: Partial<PostRecord> = {}): PostRecord {
  return {
    id,
    name: `Post ${id}`,
    tagline: 'A tagline',
    url: `https://www.producthunt.com/posts/${id}`,
    votesCount: 10,
    commentsCount: 2,
    createdAt: '2026-11-20T08:01:00Z',
    topics: ['AI'],
    ...rest,
  }
}

function many(count: number) {
  return Array.from({ length: count }, (_, at) => post(String(at)))
}

function source({ token = TOKEN, budgets = [] }: { token?: string; budgets?: Budget[] } = {}) {
  const { url } = server
  return productHuntSource({ token, url, now, onBudget: (budget) => budgets.push(budget) })
}

const ranking = { order: 'RANKING', limit: 3 } as const
const window = {
  postedAfter: '2026-11-20T00:00:00.000Z',
  postedBefore: '2026-11-21T00:00:00.000Z',
}

function variables() {
  return JSON.parse(server.questions[0]?.body ?? '').variables
}

/** The ids in an answer to posts like these, sent as they are. */
async function answer(body: unknown, status = 200, headers = {}) {
  server.answerWith(reply(JSON.stringify(body), status, headers))
  const { products } = await source().top(ranking)
  return products
}

function edges(...nodes: unknown[]) {
  return { data: { posts: { edges: nodes.map((node) => ({ node })) } } }
}

describe('productHuntSource()', () => {
  it('a topic is requested by its slug', async () => {
    server.serve([post('a', { topics: ['Health & Fitness'] }), post('b')])
    const { products } = await source().top({ ...ranking, topic: 'health & FITNESS' })
    expect(variables().topic).toBe('health-fitness')
    expect(products.map(({ id }) => id)).toEqual(['a'])
  })

  it('a topic without a possible slug causes no request', async () => {
    server.serve([post('a')])
    const failure = await failureOf(source().top({ ...ranking, topic: '人工知能' }))
    expect(failure).toMatchObject({ code: 'invalid-request' })
    expect(server.questions).toEqual([])
  })

  it('a product of Product Hunt has its origin and the time it was read', async () => {
    const featuredAt = '2026-11-20T08:01:00Z'
    const own = { website: 'https://one.example/?utm_source=ph', description: 'More of it.' }
    const shown = { thumbnail: { url: IMAGE }, topics: ['AI', 'Design'], featuredAt, ...own }
    server.serve([post('1', shown)])
    expect(await source().top({ ...ranking, window })).toEqual({
      products: [
        {
          id: '1',
          name: 'Post 1',
          tagline: 'A tagline',
          url: 'https://www.producthunt.com/posts/1',
          imageUrl: IMAGE,
          votesCount: 10,
          commentsCount: 2,
          launchedAt: '2026-11-20T08:01:00.000Z',
          topics: ['AI', 'Design'],
          website: 'https://one.example/',
          description: 'More of it.',
          featured: true,
          makers: null,
        },
      ],
      source: 'product-hunt',
      asOf: NOW.toISOString(),
      stale: false,
    })
  })

  it('all time is requested by votes without a window', async () => {
    server.serve([post('few', { votesCount: 1 }), post('most', { votesCount: 9 })])
    const { products } = await source().top({ order: 'VOTES', limit: 3 })
    expect(products.map(({ id }) => id)).toEqual(['most', 'few'])
    expect(variables()).toEqual({ first: 6, order: 'VOTES' })
  })

  it('a window is requested from its start until before its end', async () => {
    server.serve([
      post('before', { createdAt: '2026-11-19T23:59:59Z' }),
      post('first', { createdAt: '2026-11-20T00:00:00Z' }),
      post('last', { createdAt: '2026-11-20T23:59:59Z' }),
      post('after', { createdAt: '2026-11-21T00:00:00Z' }),
    ])
    const { products } = await source().top({ ...ranking, window })
    expect(products.map(({ id }) => id)).toEqual(['first', 'last'])
    expect(variables()).toEqual({ first: 6, order: 'RANKING', ...window })
  })

  it('the order of the site is kept, whatever the votes', async () => {
    server.serve([post('c', { votesCount: 1 }), post('a', { votesCount: 7 }), post('b')])
    const { products } = await source().top({ ...ranking, window })
    expect(products.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })

  it('a repeated product counts once, and the limit is still filled', async () => {
    server.serve([post('1'), post('2'), post('1'), post('2'), post('3'), post('4')])
    const { products } = await source().top(ranking)
    expect(products.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('no more than the limit is returned, and no more than a page requested', async () => {
    server.serve(many(30))
    const { products } = await source().top({ ...ranking, limit: 10 })
    expect(products).toHaveLength(10)
    await source().top({ ...ranking, limit: 20 })
    const asked = server.questions.map(({ body }) => JSON.parse(body).variables.first)
    expect(asked).toEqual([13, 20])
  })

  it('the launches of a window come page by page, without what was dropped', async () => {
    const outside = post('0', { createdAt: '2026-11-19T23:59:59Z' })
    server.serve([...many(4).slice(1), outside, ...many(25).slice(4)])
    const first = await source().launches({ window, limit: 3 })
    expect(first.products.map(({ id }) => id)).toEqual(['1', '2', '3'])
    const second = await source().launches({ window, limit: 20, after: first.next })
    expect(second.products.at(0)?.id).toBe('4')
    expect(second.products).toHaveLength(20)
    const last = await source().launches({ window, limit: 20, after: second.next })
    expect(last.products.map(({ id }) => id)).toEqual(['24'])
    expect(last.next).toBeUndefined()
  })

  it('a product is found by its id, and only an id that can exist is asked for', async () => {
    server.serve(many(3))
    const [known, unknown] = [
      await source().product({ id: '2' }),
      await source().product({ id: '9' }),
    ]
    expect(known).toMatchObject({ products: [{ id: '2', name: 'Post 2' }], source: 'product-hunt' })
    expect(unknown.products).toEqual([])
    for (const id of ['', 'sample-1', '-1', '1e3', '9'.repeat(19)]) {
      expect((await source().product({ id })).products).toEqual([])
    }
    expect(server.questions).toHaveLength(2)
  })

  it('a product that cannot be read is a failure', async () => {
    for (const post of [undefined, 7, { id: '2' }]) {
      server.answerWith(reply(JSON.stringify({ data: { post } })))
      expect(await failureOf(source().product({ id: '2' }))).toMatchObject({
        code: 'upstream-failed',
      })
    }
  })

  it('an empty page is an answer', async () => {
    server.serve([])
    expect(await source().top({ ...ranking, window })).toMatchObject({ products: [] })
  })

  it('a product has at most five topics', async () => {
    server.serve([post('1', { topics: ['a', 'b', 'c', 'd', 'e', 'f'] })])
    const { products } = await source().top(ranking)
    expect(products[0]?.topics).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('a post as Product Hunt tells it', () => {
  it('only the id and name of a post are required', async () => {
    expect(await answer(edges({ id: 7, name: 'Loom', makers: ['x'] }))).toEqual([
      {
        id: '7',
        name: 'Loom',
        tagline: null,
        url: null,
        imageUrl: null,
        votesCount: null,
        commentsCount: null,
        launchedAt: null,
        topics: [],
        website: null,
        description: null,
        featured: null,
        makers: null,
      },
    ])
  })

  it('a redacted or unexpected value is null', async () => {
    const topics = { edges: [null, { node: null }, { node: { name: '[REDACTED]' } }] }
    const node = { id: '1', name: 'Loom', tagline: '[REDACTED]', thumbnail: 7, topics }
    expect(await answer(edges(node))).toMatchObject([{ tagline: null, imageUrl: null, topics: [] }])
  })

  it('a post without an id or name is left out', async () => {
    const { data } = edges(null, { id: '1' }, { name: 'x' }, { id: '2', name: '[REDACTED]' })
    const posts = { edges: [null, ...data.posts.edges, { node: { id: '3', name: 'Loom' } }] }
    expect(await answer({ data: { posts } })).toMatchObject([{ id: '3' }])
  })
})

describe('an answer of Product Hunt that has errors', () => {
  const failure = (body: unknown, status = 200, headers = {}) =>
    failureOf(answer(body, status, headers))

  const limited = {
    code: 'upstream-unavailable',
    message: 'Product Hunt is rate limiting this service.',
    retryable: false,
  }
  const limit = (details?: unknown) => {
    return { data: null, errors: [{ error: 'rate_limit_reached', details }] }
  }

  it('an answer with all of its posts and errors is used', async () => {
    const errors = [{ path: ['posts', 'edges', 0, 'node', 'topics'] }, { message: 'no' }, null]
    const body = { ...edges({ id: '1', name: 'Loom', topics: null }), errors }
    expect(await answer(body)).toMatchObject([{ id: '1' }])
  })

  it.each<[string, unknown]>([
    ['no data', { data: null, errors: [{ message: 'words of theirs' }] }],
    ['no data and an odd error', { errors: [7] }],
    ['no posts', { data: { posts: null }, errors: [{}] }],
    ['an empty list', { ...edges(), errors: [{}] }],
    ['nothing at all', {}],
    ['errors and a post that is missing', { ...edges(null, { id: '2', name: 'x' }), errors: [{}] }],
    ['posts that are none', edges({ title: 'Loom' })],
    ['another shape', { data: { posts: { edges: {} } } }],
  ])('an answer with %s is a failure', async (_what, body) => {
    expect(await failure(body)).toMatchObject({
      code: 'upstream-failed',
      message: 'Product Hunt sent an unreadable response.',
      retryable: false,
    })
  })

  it.each<[string, unknown, object, number]>([
    ['its body', limit({ remaining: -8, reset_in: 42 }), {}, 42_000],
    ['its headers', limit(), { 'x-rate-limit-reset': '43' }, 43_000],
    ['Retry-After', limit({ reset_in: 42 }), { 'retry-after': '44' }, 44_000],
    ['nothing', limit({ reset_in: 'soon' }), {}, 30_000],
    ['nothing that is JSON', 'x', {}, 30_000],
  ])('a 429 says when to return in %s', async (_where, body, headers, retryAfterMs) => {
    expect(await failure(body, 429, headers)).toMatchObject({ ...limited, retryAfterMs })
  })

  it('a 200 with a rate limit error is a rate limit', async () => {
    expect(await failure(limit({ reset_in: 42 }))).toMatchObject({
      ...limited,
      retryAfterMs: 42_000,
    })
  })

  it('a 200 with a token error is a wrong token', async () => {
    const body = { data: null, errors: [{ error: 'invalid_oauth_token' }] }
    expect(await failure(body)).toMatchObject({
      code: 'upstream-failed',
      message: 'Product Hunt rejected the credentials of this service.',
    })
  })
})

describe('the budget', () => {
  const resetMs = 600_000

  async function budgetsAfter(respond: Answer) {
    const budgets: Budget[] = []
    server.answerWith(respond)
    await source({ budgets })
      .top(ranking)
      .catch(() => {})
    return budgets
  }
  const headers = (limit: unknown, remaining: unknown, reset: unknown) => {
    return {
      'x-rate-limit-limit': limit,
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': reset,
    }
  }

  it('every answer reports the budget', async () => {
    server.serve([])
    const budgets: Budget[] = []
    await source({ budgets }).top(ranking)
    await failureOf(source({ budgets, token: 'wrong' }).top(ranking))
    expect(budgets).toEqual([
      { total: 6250, remaining: 6200, resetMs },
      { total: 6250, remaining: 6150, resetMs },
    ])
  })

  it('a budget may be overdrawn', async () => {
    const budgets = await budgetsAfter(reply('{}', 429, headers(6250, -12, 600)))
    expect(budgets).toEqual([{ total: 6250, remaining: -12, resetMs }])
  })

  it.each([
    ['', '', ''],
    ['6250', '1e3', '600'],
    ['6250', '10', 'soon'],
    ['6250', '10', '-1'],
  ])('the headers %s, %s, %s report no budget', async (limit, remaining, reset) => {
    expect(await budgetsAfter(reply('{}', 200, headers(limit, remaining, reset)))).toEqual([])
  })
})
