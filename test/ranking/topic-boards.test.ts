import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'
import { topicKey } from '../../src/ranking/topic.ts'

const TOPICS = ['Games', 'games', 'Design Tools', 'design-tools', 'C', 'C++', 'AI']

const launch = fc.record({
  votesCount: fc.option(fc.integer({ min: 0, max: 5 })),
  launchedAt: fc.option(fc.integer({ min: 0, max: 30 })),
  topics: fc.array(fc.constantFrom(...TOPICS), { maxLength: 4 }),
})

describe('a leaderboard by topic', () => {
  it('a topic has the same order as a leaderboard of its launches alone', () => {
    const facts = fc.array(launch, { maxLength: 200 })
    const span = fc.tuple(fc.integer({ min: -1, max: 31 }), fc.integer({ min: -1, max: 31 }))
    fc.assert(
      fc.property(
        facts,
        fc.constantFrom(...TOPICS, 'none'),
        span,
        (facts, topic, [from, until]) => {
          const products = facts.map(product)
          const board = createLeaderboard(products)
          const among = createLeaderboard(
            products.filter(({ topics }) => topics.map(topicKey).includes(topicKey(topic))),
          )
          expect(board.topOfTopic(topic, 10)).toEqual(among.top(10))
          expect(board.topOfTopic(topic, 10, from, until)).toEqual(among.top(10, from, until))
          expect(board.ranksOfTopic(topic)).toHaveLength(among.length)
        },
      ),
    )
  })

  it('topics are listed once, those with most launches first', () => {
    const topics = [['AI', 'Games'], ['games'], ['GAMES', 'games']]
    const board = createLeaderboard(
      topics.map((topics, id) => product({ votesCount: 1, launchedAt: 1, topics }, id)),
    )
    expect(board.topics()).toEqual(['Games', 'AI'])
  })
})

function product(
  facts: { votesCount: number | null; launchedAt: number | null; topics: string[] },
  id: number,
): Product {
  const { launchedAt } = facts
  const unknown = { tagline: null, url: null, commentsCount: null }
  const instant = launchedAt === null ? null : new Date(launchedAt).toISOString()
  return { ...unknown, ...facts, id: String(id), name: `Product ${id}`, launchedAt: instant }
}
