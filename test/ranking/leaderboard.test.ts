import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLeaderboard, type TimeSpan } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'
import { topicKey } from '../../src/ranking/topic.ts'

const RUNS = Number(process.env.LEADERBOARD_RUNS ?? 100)
const TIMEOUT_MS = 1_000 * RUNS
const DAY_MS = 86_400_000
const TOPICS = ['Games', 'games', 'Design Tools', 'design-tools', 'C', 'C++']

function product(id: string, facts: Partial<Product> = {}): Product {
  const unknown = {
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: null,
    commentsCount: null,
  }
  return { id, name: id, ...unknown, launchedAt: null, topics: [], ...facts }
}

function launched(id: string, launchedAt: string, facts: Partial<Product> = {}) {
  return product(id, { launchedAt, votesCount: 1, commentsCount: 1, ...facts })
}

function ids(products: readonly Product[]): string {
  return products.map(({ id }) => id).join(' ')
}

/** All-time order of the products, whatever order they are given in. */
function order(...products: Product[]): string {
  const forwards = ids(createLeaderboard(products).top(products.length))
  const backwards = ids(createLeaderboard(products.toReversed()).top(products.length))
  expect(backwards).toBe(forwards)
  return forwards
}

describe('createLeaderboard()', () => {
  const noon = '2026-11-20T12:00:00.000Z'
  const later = '2026-11-20T12:00:00.001Z'

  it('products are ordered by votes, comments, launch and id', () => {
    expect(order(launched('a', noon), launched('b', noon, { votesCount: 2 }))).toBe('b a')
    expect(order(launched('a', noon), launched('b', noon, { commentsCount: 2 }))).toBe('b a')
    expect(order(launched('a', later), launched('b', noon))).toBe('b a')
    expect(order(launched('b', noon), launched('a', noon))).toBe('a b')
    const voted = launched('a', later, { votesCount: 2, commentsCount: 0 })
    expect(order(launched('b', noon, { commentsCount: 9 }), voted)).toBe('a b')
  })

  it('ids are compared by code unit', () => {
    const products = ['b', 'B', 'ä', 'a', '10', '9', '\u{1F389}', '\uFF21'].map((id) => product(id))
    expect(order(...products)).toBe('10 9 B a b ä \u{1F389} \uFF21')
  })

  it('launches are compared as instants, however they are written', () => {
    expect(order(launched('a', '2026-11-20T12:00:00.5Z'), launched('b', '2026-11-20T12:00Z'))).toBe(
      'b a',
    )
  })

  it('unknown values come last', () => {
    const unknown = launched('a', noon, { votesCount: null })
    expect(order(unknown, launched('b', noon, { votesCount: -1 }))).toBe('b a')
    const silent = launched('a', noon, { commentsCount: null })
    expect(order(silent, launched('b', noon, { commentsCount: 0 }))).toBe('b a')
    const timeless = product('a', { votesCount: 1, commentsCount: 1 })
    expect(order(timeless, launched('b', noon))).toBe('b a')
    expect(order(product('b'), product('a'))).toBe('a b')
  })

  it('a window includes its start and excludes its end', () => {
    const board = createLeaderboard([launched('a', noon), launched('b', later)])
    const at = Date.parse(noon)
    expect(ids(board.top(9, { from: at, until: at + 1 }))).toBe('a')
    expect(ids(board.top(9, { from: at + 1, until: at + 2 }))).toBe('b')
    expect(ids(board.top(9, { from: at, until: at + 2 }))).toBe('a b')
  })

  it('a product with an unknown launch is ranked only in all time', () => {
    const board = createLeaderboard([product('a', { votesCount: 9 }), launched('b', noon)])
    expect(ids(board.top(9))).toBe('a b')
    expect(ids(board.top(9, { from: -Infinity, until: Infinity }))).toBe('b')
  })

  it('an empty catalogue, window or limit has an empty ranking', () => {
    expect(createLeaderboard([]).top(10)).toEqual([])
    expect(createLeaderboard([]).top(10, { from: 0, until: 1 })).toEqual([])
    const board = createLeaderboard([launched('a', noon)])
    const at = Date.parse(noon)
    expect(board.top(10, { from: at, until: at })).toEqual([])
    expect(board.top(10, { from: at + 1, until: at - 1 })).toEqual([])
    expect(board.top(0)).toEqual([])
    expect(board.top(0, { from: at, until: at + 1 })).toEqual([])
  })

  it('topics are listed once, in the spelling of the first, those with most launches first', () => {
    const topics = [['AI', 'Games'], ['games'], ['GAMES', 'games']]
    const board = createLeaderboard(
      topics.map((topics, id) => launched(String(id), noon, { topics })),
    )
    expect(board.topics()).toEqual(['Games', 'AI'])
  })

  it('rankings share products and nothing else', () => {
    const products = [launched('b', noon), launched('a', noon)]
    const board = createLeaderboard(products)
    board.top(9).pop()
    products.pop()
    expect(ids(products)).toBe('b')
    expect(ids(board.top(9))).toBe('a b')
  })

  it.each([
    ['grow with time', (index: number) => index],
    ['fall with time', (index: number) => -index],
    ['rise to one peak', (index: number) => -Math.abs(index - 2500)],
    ['are all the same', () => 0],
  ])('the ranking equals filtering and sorting where votes %s', (_, votes) => {
    const products = Array.from({ length: 5000 }, (_, index) => {
      const launchedAt = new Date(index * DAY_MS).toISOString()
      return launched(`${index}`, launchedAt, { votesCount: votes(index) })
    })
    const board = createLeaderboard(products)
    for (const [from, until] of [
      [0, 5000],
      [0, 1],
      [2499, 2502],
      [0, 4096],
      [63, 4160],
      [400, 4999],
    ]) {
      const window = { from: from! * DAY_MS, until: until! * DAY_MS }
      for (const limit of [10, Infinity]) {
        expect(ids(board.top(limit, window))).toBe(ids(naive(products, limit, window)))
      }
    }
  })

  it(
    'the ranking equals filtering and sorting',
    () => {
      const count = fc.option(fc.integer({ min: 0, max: 5 }))
      const hour = fc.integer({ min: 0, max: 300 })
      const facts = fc.record({
        id: fc.string({ maxLength: 3 }),
        votesCount: count,
        commentsCount: count,
        launchedAt: fc.option(hour.map((hours) => new Date(hours * 3_600_000).toISOString())),
        topics: fc.array(fc.constantFrom(...TOPICS), { maxLength: 3 }),
      })
      const bound = hour.map((hours) => hours * 3_600_000)
      const limit = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Infinity))
      const topic = fc.option(fc.constantFrom(...TOPICS, 'none'), { nil: undefined })
      const span = fc.option(fc.record({ from: bound, until: bound }), { nil: undefined })
      const query = fc.record({ limit, span, topic })
      const catalogue = fc.uniqueArray(facts, {
        selector: ({ id }) => id,
        maxLength: 600,
        size: 'max',
      })

      fc.assert(
        fc.property(
          catalogue,
          fc.array(query, { minLength: 20, maxLength: 20 }),
          (list, queries) => {
            const products = list.map(({ id, ...rest }) => product(id, rest))
            const board = createLeaderboard(products)
            for (const one of products) expect(board.find(one.id)).toBe(one)
            expect(board.find('none')).toBeUndefined()
            for (const { limit, span, topic } of queries) {
              const among = products.filter(({ topics }) => isAmong(topic, topics))
              expect(ids(board.top(limit, span, topic))).toBe(ids(naive(among, limit, span)))
            }
          },
        ),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

function isAmong(topic: string | undefined, topics: readonly string[]) {
  return topic === undefined || topics.map(topicKey).includes(topicKey(topic))
}

function naive(products: readonly Product[], limit: number, span?: TimeSpan): Product[] {
  const key = ({ votesCount, commentsCount, launchedAt }: Product) => [
    -(votesCount ?? -1e9),
    -(commentsCount ?? -1e9),
    Date.parse(launchedAt ?? '9999-12-31'),
  ]
  return products
    .filter(({ launchedAt }) => {
      if (!span) return true
      const instant = Date.parse(launchedAt ?? '')
      return span.from <= instant && instant < span.until
    })
    .toSorted((left, right) => {
      const rightKey = key(right)
      const differences = key(left).map((value, index) => value - rightKey[index]!)
      return differences.find((difference) => difference !== 0) ?? (left.id < right.id ? -1 : 1)
    })
    .slice(0, limit)
}
