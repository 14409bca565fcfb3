import { describe, expect, it } from 'vitest'
import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import { createProductIndex } from '../../src/sources/product-index.ts'

/** By rank, the best first. */
const PRODUCTS = [
  ['Notewell', 'Notes that write themselves', ['Productivity']],
  ['Kite', 'Plans a day of notes', ['Artificial Intelligence']],
  ['Harbor', 'A quiet place for teams', ['Human Resources']],
] as const

const leaderboard = createLeaderboard(
  PRODUCTS.map(([name, tagline, topics], rank) => ({
    ...{ id: `${rank}`, name, tagline, topics: [...topics], url: null, commentsCount: 0 },
    ...{ votesCount: 100 - rank, launchedAt: '2026-11-20T08:00:00.000Z' },
  })),
)

const found = async (query: string, limit = 10, isWanted = (_rank: number) => true) =>
  (await createProductIndex(leaderboard)).search(query, limit, isWanted)

describe('createProductIndex()', () => {
  it.each([
    ['a word of a name', 'harbor', [2]],
    ['a word of a tagline', 'quiet', [2]],
    ['the beginning of a word', 'harb', [2]],
    ['two letters in the wrong order', 'hrabor', [2]],
    ['a wrong letter', 'harbir', [2]],
    ['the initials of a topic', 'HR', [2]],
    ['every word before some words', 'notes day', [1, 0]],
    ['vague words beside a telling one', 'best app for teams', [2]],
    ['words that nothing has', 'xylophone', []],
    ['no words', '', []],
  ])('%s', async (_name, query, ranks) => {
    expect(await found(query)).toEqual(ranks)
  })

  it('only ranks that are wanted are found, and no more than the limit', async () => {
    expect(await found('notes', 10, (rank) => rank !== 0)).toEqual([1])
    expect(await found('notes', 1)).toHaveLength(1)
  })
})
