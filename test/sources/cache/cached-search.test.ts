import { describe, expect, it, vi } from 'vitest'
import { cachedSearch } from '../../../src/sources/cache/cached-source.ts'
import { reading, testSourceCache } from './source-cache.fixture.ts'

function testCachedSearch() {
  const index = { name: 'algolia' as const, search: vi.fn(async () => reading('one', 10)) }
  const { cache } = testSourceCache()
  return { index, cached: cachedSearch(index, { cache }) }
}

describe('cachedSearch()', () => {
  it('asks once for the same words, however they are written', async () => {
    const { cached, index } = testCachedSearch()
    for (const query of ['note taking', ' Note  taking ', 'NOTE\tTAKING', 'ｎｏｔｅ taking']) {
      expect((await cached.search({ query, limit: 5 })).products).toHaveLength(5)
    }
    expect(index.search).toHaveBeenCalledTimes(1)
    expect(index.search).toHaveBeenCalledWith(
      expect.objectContaining({ query: 'note taking', limit: 10 }),
    )
  })

  it('tells different words from one another', async () => {
    const { cached, index } = testCachedSearch()
    await cached.search({ query: 'notes', limit: 5 })
    await cached.search({ query: 'note', limit: 5 })
    expect(index.search).toHaveBeenCalledTimes(2)
  })
})
