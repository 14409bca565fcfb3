import { describe, expect, it, vi } from 'vitest'
import { freshSearch } from '../../../src/source/freshness/fresh-search.ts'
import { reading, testFreshness } from './freshness.fixture.ts'

function testFreshSearch() {
  const index = { name: 'algolia' as const, search: vi.fn(async () => reading('one', 10)) }
  const { freshness } = testFreshness()
  return { index, fresh: freshSearch(index, { freshness }) }
}

describe('freshSearch()', () => {
  it('asks once for the same words, however they are written', async () => {
    const { fresh, index } = testFreshSearch()
    for (const query of ['note taking', ' Note  taking ', 'NOTE\tTAKING', 'ｎｏｔｅ taking']) {
      expect((await fresh.search({ query, limit: 5 })).products).toHaveLength(5)
    }
    expect(index.search).toHaveBeenCalledTimes(1)
    expect(index.search).toHaveBeenCalledWith(
      expect.objectContaining({ query: 'note taking', limit: 10 }),
    )
  })

  it('tells different words from one another', async () => {
    const { fresh, index } = testFreshSearch()
    await fresh.search({ query: 'notes', limit: 5 })
    await fresh.search({ query: 'note', limit: 5 })
    expect(index.search).toHaveBeenCalledTimes(2)
  })
})
