import { describe, expect, it } from 'vitest'
import { csv } from '../../src/routes/csv.ts'

const KITE = {
  ...{
    id: '1',
    name: '=Kite',
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 7,
    commentsCount: null,
  },
  ...{ launchedAt: '2026-11-20T08:00:00.000Z', topics: ['AI', '-Design'] },
}

describe('csv()', () => {
  it('each product has its rank, and its cells are no formulas', () => {
    expect(csv([KITE, { ...KITE, id: '2', votesCount: null }]).split('\r\n')).toEqual([
      'rank,id,name,tagline,url,imageUrl,votesCount,commentsCount,launchedAt,topics,website,description,featured,makers',
      "1,1,'=Kite,,,,7,,2026-11-20T08:00:00.000Z,AI;'-Design,,,,",
      "2,2,'=Kite,,,,,,2026-11-20T08:00:00.000Z,AI;'-Design,,,,",
      '',
    ])
  })
})
