import { describe, expect, it } from 'vitest'
import { PageQuery, readPage } from '../../src/platform/page.ts'
import { messages } from '../../src/storage/schema.ts'

const IDS = [1, 2, 3, 4, 5]

/** A list of five, of which `from` is the part that the bound of the page leaves. */
async function pageOf(query: object, from = IDS, options = {}) {
  const { data, meta } = await readPage(PageQuery.parse(query), {
    column: messages.id,
    async read({ isBackwards, limit }) {
      const ordered = isBackwards ? from.toReversed() : from
      const rows = ordered.slice(0, limit).map((id) => ({ id }))
      return { rows, found: rows.length }
    },
    describe: async (rows) => rows,
    ...options,
  })
  return { ids: data.map(({ id }) => id), next: meta.next?.id, previous: meta.previous?.id }
}

describe('readPage()', () => {
  it.each([
    ['the first page', { limit: 2 }, IDS, { ids: [1, 2], next: '2', previous: undefined }],
    [
      'a page after an id',
      { limit: 2, id: '2' },
      [3, 4, 5],
      { ids: [3, 4], next: '4', previous: '3' },
    ],
    [
      'the last page',
      { limit: 2, affix: 'prepend' },
      IDS,
      { ids: [4, 5], next: '5', previous: '4' },
    ],
    [
      'the page at the beginning, read backwards',
      { limit: 2, affix: 'prepend', id: '3' },
      [1, 2],
      { ids: [1, 2], next: '2', previous: undefined },
    ],
    [
      'a page without items',
      { limit: 2, id: '5' },
      [],
      { ids: [], next: undefined, previous: undefined },
    ],
  ])('%s', async (_name, query, from, page) => {
    expect(await pageOf(query, from)).toEqual(page)
  })

  it('the latest come first where that is wanted', async () => {
    const page = await pageOf({ limit: 2 }, IDS, { isLatestFirst: true })
    expect(page).toMatchObject({ ids: [5, 4], next: '4' })
  })
})

describe('PageQuery', () => {
  it.each([{ limit: 0 }, { limit: 1001 }, { affix: 'after' }, { id: 'x' }, { id: '1'.repeat(16) }])(
    '%j is invalid',
    (query) => {
      expect(PageQuery.safeParse(query).success).toBe(false)
    },
  )

  it('an absent query asks for the first hundred', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 100, affix: 'append' })
  })
})
